import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** A line of a demo chat: received from the organisation, or sent by the visitor. */
export interface DemoMessage {
  text: string;
  type: "received" | "sent";
  time: string;
}

export interface Solution {
  id: string;
  name: string;
  title: string;
  text: string;
  points: string[];
  /** `face`: the letter in place of a picture. */
  chat: { with: string; face: string; messages: readonly DemoMessage[] };
}

export const heroChat: Solution["chat"] = lazy({
  with: m.public_sample_county,
  face: m.public_initial_of_the_county,
  messages: [
    { text: m.public_habari_asha_your_business_permit_is, type: "received", time: "09:41" },
    { text: m.public_ndio_tafadhali, type: "sent", time: "09:42" },
    { text: m.public_here_it_is_the_next_renewal, type: "received", time: "09:42" },
  ],
});

export const solutions: readonly Solution[] = lazy([
  {
    id: "public-sector",
    name: m.public_public_sector,
    title: m.public_the_counter_that_is_always_open,
    text: m.public_permits_bills_clinics_and_schools_people,
    points: () => [
      m.public_service_requests_with_a_reference_number(),
      m.public_reminders_before_a_deadline_not_after(),
      m.public_an_audit_trail_of_every_answer(),
    ],
    chat: {
      with: m.public_sample_e_services,
      face: m.public_initial_of_e_services,
      messages: [
        { text: m.public_where_is_my_id_application, type: "sent", time: "11:05" },
        { text: m.public_it_is_printed_and_waits_for, type: "received", time: "11:05" },
      ],
    },
  },
  {
    id: "banking",
    name: m.public_banking,
    title: m.public_trust_one_message_at_a_time,
    text: m.public_codes_alerts_and_statements_reach_the,
    points: () => [
      m.public_one_time_codes_ahead_of_everything(),
      m.public_consent_kept_for_every_customer(),
      m.public_keys_and_tokens_encrypted_at_rest(),
    ],
    chat: {
      with: m.public_sample_bank,
      face: "B",
      messages: [
        { text: m.public_kes_18_500_to_a_new, type: "received", time: "14:20" },
        { text: "2", type: "sent", time: "14:20" },
        { text: m.public_the_payment_is_stopped_and_your, type: "received", time: "14:21" },
      ],
    },
  },
  {
    id: "enterprise",
    name: m.public_enterprise_ai_crm,
    title: m.public_every_system_behind_one_conversation,
    text: m.public_ai_bots_answer_what_they_know,
    points: () => [
      m.public_bots_that_know_when_to_call(),
      m.public_crm_records_that_follow_the_talk(),
      m.public_an_api_for_your_own_developers(),
    ],
    chat: {
      with: m.public_sample_markets,
      face: "M",
      messages: [
        { text: m.public_is_the_blue_kettle_back, type: "sent", time: "16:32" },
        { text: m.public_yes_12_pieces_at_kes_2, type: "received", time: "16:32" },
      ],
    },
  },
]);

export const features = lazy([
  {
    icon: "send",
    title: m.public_campaigns_that_arrive,
    text: m.public_thousands_of_personal_messages_at_the,
  },
  {
    icon: "chat",
    title: m.public_multilingual_support,
    text: m.public_swahili_french_and_english_in_templates,
  },
  { icon: "lock", title: m.public_kept_safe, text: m.public_end_to_end_encryption_on_whatsapp },
  { icon: "pulse", title: m.public_always_there, text: m.public_99_9_uptime_and_go_live },
]);

export const pricing = lazy({
  plan: m.public_enterprise,
  price: m.public_custom,
  features: () => [
    m.public_your_own_verified_whatsapp_number(),
    m.public_campaigns_chat_ai_bots_and_crm(),
    m.public_swahili_french_and_english(),
    m.public_go_live_in_4_to_6(),
    m.public_99_9_uptime_and_priority_support(),
  ],
  highlight: true,
  ctaText: m.public_talk_to_us,
});

/** The call to action's default text, for plans without their own. */
export const defaultCtaText = () => m.public_contact_us();

export const questions = lazy([
  { question: m.public_how_long_until_we_are_live, answer: m.public_4_to_6_weeks_from_the },
  {
    question: m.public_which_languages_do_you_support,
    answer: m.public_swahili_french_and_english_a_template,
  },
  { question: m.public_is_our_customers_data_safe, answer: m.public_messages_travel_with_whatsapps_end_to },
  { question: m.public_can_it_work_with_the_systems, answer: m.public_yes_there_is_an_api_with },
]);
