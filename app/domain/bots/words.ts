import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Texts of the screens, apart from the schemas, so that a browser gets them without the validation. */

export const botLanguages = { en: "English", sw: "Kiswahili", fr: "Français" } as const;
export type BotLanguage = keyof typeof botLanguages;
export const languageCodes = Object.keys(botLanguages) as BotLanguage[];

export const botStatuses = lazy({
  draft: { label: m.labels_draft, tone: "neutral" },
  live: { label: m.labels_live, tone: "good" },
  paused: { label: m.labels_paused, tone: "warn" },
});

export const sourceStatuses = lazy({
  waiting: { label: m.labels_being_read, tone: "info" },
  read: { label: m.labels_read, tone: "good" },
  failed: { label: m.labels_not_read, tone: "bad" },
});

export const outcomes = lazy({
  answered: { label: m.labels_answered, tone: "good" },
  asked: { label: m.labels_asked_back, tone: "info" },
  refused: { label: m.labels_refused, tone: "warn" },
  handed_over: { label: m.labels_handed_over, tone: "info" },
});
export type Outcome = keyof typeof outcomes;

export const expectations = lazy({
  entry: m.labels_the_answer_of_an_entry,
  handover: m.labels_hand_over_to_a_person,
  refusal: m.labels_refuse_not_about_the_business,
});

/** Why a bot refused or handed over. */
export const reasons = lazy({
  asked_for_person: m.labels_the_customer_asked_for_a_person,
  complaint: m.labels_a_complaint,
  payment: m.labels_about_a_payment,
  two_misses: m.labels_no_answer_twice_in_a_row,
  too_many: m.labels_too_many_messages_in_an_hour,
  budget: m.labels_the_budget_of_the_day_is,
  model_down: m.labels_the_model_did_not_answer,
  member_wrote: m.labels_a_member_wrote,
  off_topic: m.labels_nothing_like_it_is_known,
  injection: m.labels_tried_to_change_what_the_bot,
  no_words: m.labels_no_words_to_read,
  flow: m.labels_a_flow_gave_it_to_your,
});
export type Reason = keyof typeof reasons;
export const reasonCodes = Object.keys(reasons) as [Reason, ...Reason[]];

export const rereadChoices = lazy({
  0: m.labels_only_when_asked,
  24: m.labels_every_day,
  168: m.labels_every_week,
});
