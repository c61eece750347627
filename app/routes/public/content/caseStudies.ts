import { m } from "#messages";

/** What a case study shows. `logo` names a drawing of app/routes/public/logos.tsx. */
export interface CaseStudy {
  client: string;
  result: string;
  logo: "arch" | "coins" | "drop" | "shield" | "leaf" | "cross" | "cart" | "road";
}

/**
 * Sample organisations, to be replaced by the operator's own with their consent.
 * The first seven are also the logo carousel.
 */
export const caseStudies: CaseStudy[] = [
  {
    get client() {
      return m.public_sample_county();
    },
    get result() {
      return m.public_30_fewer_office_visits_since_permits();
    },
    logo: "arch",
  },
  {
    get client() {
      return m.public_sample_bank();
    },
    get result() {
      return m.public_65_faster_response_to_questions_about();
    },
    logo: "coins",
  },
  {
    get client() {
      return m.public_sample_water();
    },
    get result() {
      return m.public_meter_readings_arrive_by_message_with();
    },
    logo: "drop",
  },
  {
    get client() {
      return m.public_sample_insurance();
    },
    get result() {
      return m.public_live_in_under_6_weeks_from();
    },
    logo: "shield",
  },
  {
    get client() {
      return m.public_sample_agriculture();
    },
    get result() {
      return m.public_rain_and_price_alerts_in_swahili();
    },
    logo: "leaf",
  },
  {
    get client() {
      return m.public_sample_hospital();
    },
    get result() {
      return m.public_appointments_kept_because_the_reminder_can();
    },
    logo: "cross",
  },
  {
    get client() {
      return m.public_sample_markets();
    },
    get result() {
      return m.public_orders_and_receipts_in_one_conversation();
    },
    logo: "cart",
  },
  {
    get client() {
      return m.public_sample_e_services();
    },
    get result() {
      return m.public_over_150_agencies_share_one_verified();
    },
    logo: "road",
  },
];
