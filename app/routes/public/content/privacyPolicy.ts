import { m } from "#messages";
import type { LegalSection, Operator } from "./legalText.ts";

/** Last change of the text, ISO date. */
export const privacyChangedOn = "2026-11-01";

/** The Privacy Policy: twelve sections. */
export function privacyPolicy({ brand, salesEmail }: Operator): LegalSection[] {
  return [
    {
      title: m.public_who_we_are(),
      paragraphs: [
        m.public_is_a_platform_with_which_organisations({ brand }),
        m.public_for_the_account_data_of_the(),
      ],
    },
    {
      title: m.public_what_we_collect(),
      paragraphs: [m.public_we_collect_what_the_service_needs()],
      list: [
        m.public_account_data_name_business_name_email(),
        m.public_contact_data_that_an_organisation_imports(),
        m.public_conversation_data_messages_sent_and_received(),
        m.public_technical_data_ip_address_browser_and(),
      ],
    },
    {
      title: m.public_how_we_use_it(),
      paragraphs: [m.public_we_use_personal_data_to_run()],
      list: [
        m.public_to_deliver_messages_and_to_show(),
        m.public_to_sign_you_in_and_to(),
        m.public_to_bill_what_was_used(),
        m.public_to_answer_when_you_ask_for(),
        m.public_to_meet_our_duties_under_the(),
      ],
    },
    {
      title: m.public_on_which_legal_basis(),
      paragraphs: [m.public_we_handle_account_data_to_perform()],
    },
    {
      title: m.public_whatsapp_and_meta(),
      paragraphs: [m.public_messages_travel_over_the_whatsapp_business()],
    },
    {
      title: m.public_whom_we_share_it_with(),
      paragraphs: [m.public_we_do_not_sell_personal_data()],
    },
    {
      title: m.public_how_long_we_keep_it(),
      paragraphs: [m.public_conversation_data_is_retained_for_about()],
    },
    {
      title: m.public_how_we_protect_it(),
      paragraphs: [m.public_connections_are_encrypted_keys_and_access()],
    },
    {
      title: m.public_where_it_is_kept(),
      paragraphs: [m.public_we_keep_data_in_data_centres()],
    },
    {
      title: m.public_your_rights(),
      paragraphs: [m.public_you_may_ask_what_we_hold({ salesEmail })],
    },
    {
      title: m.public_children(),
      paragraphs: [m.public_the_service_is_not_for_users()],
    },
    {
      title: m.public_changes_and_contact(),
      paragraphs: [m.public_when_this_policy_changes_we_publish({ salesEmail })],
    },
  ];
}
