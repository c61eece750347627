import { m } from "#messages";
import type { LegalSection, Operator } from "./legalText.ts";

/** Last change of the text, ISO date. */
export const termsChangedOn = "2026-11-01";

/** The Terms of Service: eleven sections. */
export function termsOfService({ brand, salesEmail }: Operator): LegalSection[] {
  return [
    {
      title: m.public_terms_of_service_agreement_title(),
      paragraphs: [m.public_terms_agreement_text({ brand })],
    },
    {
      title: m.public_terms_service_title(),
      paragraphs: [m.public_terms_service_text()],
    },
    {
      title: m.common_your_account(),
      paragraphs: [m.public_terms_account_text()],
    },
    {
      title: m.public_terms_forbidden_title(),
      paragraphs: [m.public_terms_forbidden_text()],
      list: [
        m.public_terms_forbidden_unasked(),
        m.public_terms_forbidden_fraud(),
        m.public_terms_forbidden_policies(),
        m.public_terms_forbidden_break(),
      ],
    },
    {
      title: "WhatsApp",
      paragraphs: [m.public_terms_meta_text()],
    },
    {
      title: m.public_terms_prices_title(),
      paragraphs: [m.public_terms_prices_text()],
    },
    {
      title: m.public_terms_of_service_data_title(),
      paragraphs: [m.public_terms_data_text()],
    },
    {
      title: m.public_terms_closing_title(),
      paragraphs: [m.public_terms_closing_text({ salesEmail })],
    },
    {
      title: m.public_terms_liability_title(),
      paragraphs: [m.public_terms_liability_text()],
    },
    {
      title: m.public_terms_changes_title(),
      paragraphs: [m.public_terms_changes_text()],
    },
    {
      title: m.public_terms_law_title(),
      paragraphs: [m.public_terms_law_text({ salesEmail })],
    },
  ];
}
