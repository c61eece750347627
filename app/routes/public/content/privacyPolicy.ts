import { m } from "#messages";
import type { LegalSection, Operator } from "./legalText.ts";

/** Last change of the text, ISO date. */
export const privacyChangedOn = "2026-11-01";

/** The Privacy Policy: twelve sections. */
export function privacyPolicy({ brand, salesEmail }: Operator): LegalSection[] {
  return [
    {
      title: m.public_privacy_who_title(),
      paragraphs: [m.public_privacy_who_platform({ brand }), m.public_privacy_who_roles()],
    },
    {
      title: m.public_privacy_collect_title(),
      paragraphs: [m.public_privacy_collect_text()],
      list: [
        m.public_privacy_collect_account(),
        m.public_privacy_collect_contacts(),
        m.public_privacy_collect_conversations(),
        m.public_privacy_collect_technical(),
      ],
    },
    {
      title: m.public_privacy_use_title(),
      paragraphs: [m.public_privacy_use_text()],
      list: [
        m.public_privacy_use_deliver(),
        m.public_privacy_use_sign_in(),
        m.public_privacy_use_bill(),
        m.public_privacy_use_help(),
        m.public_privacy_use_law(),
      ],
    },
    {
      title: m.public_privacy_basis_title(),
      paragraphs: [m.public_privacy_use_grounds()],
    },
    {
      title: m.public_privacy_meta_title(),
      paragraphs: [m.public_privacy_meta_text()],
    },
    {
      title: m.public_privacy_share_title(),
      paragraphs: [m.public_privacy_share_text()],
    },
    {
      title: m.public_privacy_retention_title(),
      paragraphs: [m.public_privacy_retention_text()],
    },
    {
      title: m.public_privacy_security_title(),
      paragraphs: [m.public_privacy_security_text()],
    },
    {
      title: m.public_privacy_transfer_title(),
      paragraphs: [m.public_privacy_transfer_text()],
    },
    {
      title: m.public_privacy_policy_rights_title(),
      paragraphs: [m.public_privacy_rights_text({ salesEmail })],
    },
    {
      title: m.public_privacy_policy_children_title(),
      paragraphs: [m.public_privacy_children_text()],
    },
    {
      title: m.public_privacy_changes_title(),
      paragraphs: [m.public_privacy_changes_text({ salesEmail })],
    },
  ];
}
