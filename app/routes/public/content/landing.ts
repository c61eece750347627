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
  with: m.public_case_county_client,
  face: m.public_government_chat_face,
  messages: [
    { text: m.public_hero_chat_offer, type: "received", time: "09:41" },
    { text: m.public_hero_chat_reply, type: "sent", time: "09:42" },
    { text: m.public_hero_chat_permit, type: "received", time: "09:42" },
  ],
});

export const solutions: readonly Solution[] = lazy([
  {
    id: "public-sector",
    name: m.public_solution_public_sector,
    title: m.public_government_title,
    text: m.public_government_text,
    points: () => [
      m.public_government_reminders_point(),
      m.public_government_requests_point(),
      m.public_government_audit_point(),
    ],
    chat: {
      with: m.public_case_e_services_client,
      face: m.public_enterprise_chat_face,
      messages: [
        { text: m.public_government_chat_question, type: "sent", time: "11:05" },
        { text: m.public_government_chat_answer, type: "received", time: "11:05" },
      ],
    },
  },
  {
    id: "banking",
    name: m.public_solution_banking,
    title: m.public_bank_title,
    text: m.public_bank_text,
    points: () => [
      m.public_bank_codes_point(),
      m.public_bank_consent_point(),
      m.public_bank_encryption_point(),
    ],
    chat: {
      with: m.public_case_bank_client,
      face: "B",
      messages: [
        { text: m.public_bank_chat_question, type: "received", time: "14:20" },
        { text: "2", type: "sent", time: "14:20" },
        { text: m.public_bank_chat_answer, type: "received", time: "14:21" },
      ],
    },
  },
  {
    id: "enterprise",
    name: m.public_solution_enterprise,
    title: m.public_enterprise_title,
    text: m.public_enterprise_text,
    points: () => [
      m.public_enterprise_bots_point(),
      m.public_enterprise_crm_point(),
      m.public_enterprise_api_point(),
    ],
    chat: {
      with: m.public_case_shop_client,
      face: "M",
      messages: [
        { text: m.public_enterprise_chat_question, type: "sent", time: "16:32" },
        { text: m.public_enterprise_chat_answer, type: "received", time: "16:32" },
      ],
    },
  },
]);

export const features = lazy([
  {
    icon: "send",
    title: m.public_feature_speed_title,
    text: m.public_feature_speed_text,
  },
  {
    icon: "chat",
    title: m.public_feature_languages_title,
    text: m.public_feature_languages_text,
  },
  { icon: "lock", title: m.public_feature_security_title, text: m.public_feature_security_text },
  { icon: "pulse", title: m.public_feature_support_title, text: m.public_feature_support_text },
]);

export const pricing = lazy({
  plan: m.public_landing_pricing_plan,
  price: m.public_landing_pricing_price,
  features: () => [
    m.public_pricing_own_number(),
    m.public_pricing_modules(),
    m.public_pricing_languages(),
    m.public_pricing_go_live(),
    m.public_pricing_uptime(),
  ],
  highlight: true,
  ctaText: m.public_landing_talk_to_us,
});

/** The call to action's default text, for plans without their own. */
export const defaultCtaText = () => m.public_landing_contact_us();

export const questions = lazy([
  { question: m.public_faq_start_question, answer: m.public_faq_start_answer },
  {
    question: m.public_faq_languages_question,
    answer: m.public_faq_languages_answer,
  },
  { question: m.public_faq_safety_question, answer: m.public_faq_safety_answer },
  { question: m.public_faq_systems_question, answer: m.public_faq_systems_answer },
]);
