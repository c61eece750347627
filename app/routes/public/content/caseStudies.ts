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
  { client: m.public_case_county_client, result: m.public_case_county_office_result, logo: "arch" },
  { client: m.public_case_bank_client, result: m.public_case_bank_result, logo: "coins" },
  { client: m.public_case_water_client, result: m.public_case_utility_result, logo: "drop" },
  { client: m.public_case_insurance_client, result: m.public_case_insurance_result, logo: "shield" },
  { client: m.public_case_agriculture_client, result: m.public_case_agriculture_result, logo: "leaf" },
  {
    client: m.public_case_hospital_client,
    result: m.public_case_hospital_result,
    logo: "cross",
  },
  { client: m.public_case_shop_client, result: m.public_case_shop_result, logo: "cart" },
  { client: m.public_case_e_services_client, result: m.public_case_county_result, logo: "road" },
]);
