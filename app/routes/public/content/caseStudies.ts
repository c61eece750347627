import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** The content of a case study. `logo` names a drawing of app/routes/public/logos.tsx. */
export interface CaseStudy {
  client: string;
  result: string;
  logo: "arch" | "coins" | "drop" | "shield" | "leaf" | "cross" | "cart" | "road";
}

/**
 * Sample organisations, to be replaced by the operator's own with their consent.
 * The first seven are also the logo carousel.
 */
export const caseStudies: readonly CaseStudy[] = lazy([
  { client: m.public_sample_county, result: m.public_30_fewer_office_visits_since_permits, logo: "arch" },
  { client: m.public_sample_bank, result: m.public_65_faster_response_to_questions_about, logo: "coins" },
  { client: m.public_sample_water, result: m.public_meter_readings_arrive_by_message_with, logo: "drop" },
  { client: m.public_sample_insurance, result: m.public_live_in_under_6_weeks_from, logo: "shield" },
  { client: m.public_sample_agriculture, result: m.public_rain_and_price_alerts_in_swahili, logo: "leaf" },
  {
    client: m.public_sample_hospital,
    result: m.public_appointments_kept_because_the_reminder_can,
    logo: "cross",
  },
  { client: m.public_sample_markets, result: m.public_orders_and_receipts_in_one_conversation, logo: "cart" },
  { client: m.public_sample_e_services, result: m.public_over_150_agencies_share_one_verified, logo: "road" },
]);
