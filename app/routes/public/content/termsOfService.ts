import { m } from "#messages";
import type { LegalSection, Operator } from "./legalText.ts";

/** Last change of the text, ISO date. */
export const termsChangedOn = "2026-11-01";

/** The Terms of Service: eleven sections. */
export function termsOfService({ brand, salesEmail }: Operator): LegalSection[] {
  return [
    {
      title: m.public_the_agreement(),
      paragraphs: [m.public_by_creating_an_account_you_agree({ brand })],
    },
    {
      title: m.public_the_service(),
      paragraphs: [m.public_the_platform_lets_you_connect_a()],
    },
    {
      title: m.common_your_account(),
      paragraphs: [m.public_give_true_details_and_keep_them()],
    },
    {
      title: m.public_what_you_may_not_do(),
      paragraphs: [m.public_you_may_not_use_the_service()],
      list: [
        m.public_to_write_to_people_who_did(),
        m.public_for_fraud_threats_hatred_or_anything(),
        m.public_against_the_whatsapp_business_and_commerce(),
        m.public_to_break_overload_or_copy_the(),
      ],
    },
    {
      title: "WhatsApp",
      paragraphs: [m.public_you_keep_your_own_relation_with()],
    },
    {
      title: m.public_fees_and_payment(),
      paragraphs: [m.public_prices_are_in_kenya_shillings_kes()],
    },
    {
      title: m.public_your_data(),
      paragraphs: [m.public_your_contacts_and_messages_are_yours()],
    },
    {
      title: m.public_suspension_and_end(),
      paragraphs: [m.public_you_may_close_your_account_at({ salesEmail })],
    },
    {
      title: m.public_warranty_and_liability(),
      paragraphs: [m.public_we_run_the_service_with_care()],
    },
    {
      title: m.public_changes_to_these_terms(),
      paragraphs: [m.public_we_publish_changes_here_and_tell()],
    },
    {
      title: m.public_governing_law_and_contact(),
      paragraphs: [m.public_these_terms_are_governed_by_the({ salesEmail })],
    },
  ];
}
