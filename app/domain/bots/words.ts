import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Texts of the screens, apart from the schemas, so that browsers load them without the validation. */

export const botLanguages = { en: "English", sw: "Kiswahili", fr: "Français" } as const;
export type BotLanguage = keyof typeof botLanguages;
export const languageCodes = Object.keys(botLanguages) as BotLanguage[];

export const botStatuses = lazy({
  draft: { label: m.common_draft, tone: "neutral" },
  live: { label: m.common_live, tone: "good" },
  paused: { label: m.common_paused, tone: "warn" },
});

export const sourceStatuses = lazy({
  waiting: { label: m.common_reading, tone: "info" },
  read: { label: m.common_read, tone: "good" },
  failed: { label: m.bots_source_statuses_failed, tone: "bad" },
});

export const outcomes = lazy({
  answered: { label: m.bots_outcomes_answered, tone: "good" },
  asked: { label: m.bots_outcomes_asked, tone: "info" },
  refused: { label: m.common_refused, tone: "warn" },
  handed_over: { label: m.common_handed_over, tone: "info" },
});
export type Outcome = keyof typeof outcomes;

export const expectations = lazy({
  entry: m.bots_expectations_entry,
  handover: m.bots_expectations_handover,
  refusal: m.bots_expectations_refusal,
});

/** Reasons for a bot's refusal or handover. */
export const reasons = lazy({
  asked_for_person: m.common_reason_asked_for_person,
  complaint: m.bots_reasons_complaint,
  payment: m.bots_reasons_payment,
  two_misses: m.bots_reasons_two_misses,
  too_many: m.bots_reasons_too_many,
  budget: m.bots_reasons_budget,
  model_down: m.bots_reasons_model_down,
  member_wrote: m.common_reason_member_replied,
  off_topic: m.bots_reasons_off_topic,
  injection: m.bots_reasons_injection,
  no_words: m.bots_reasons_no_words,
  flow: m.bots_reasons_flow,
});
export type Reason = keyof typeof reasons;
export const reasonCodes = Object.keys(reasons) as [Reason, ...Reason[]];

export const rereadChoices = lazy({
  0: m.bots_reread_on_request,
  24: m.bots_reread_daily,
  168: m.bots_reread_weekly,
});
