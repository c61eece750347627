import type {
  AnswerCheck,
  FlowLanguage,
  FlowStep,
  SessionStatus,
  StartedBy,
  StepKind,
} from "#app/db/schema/flows/flows.ts";
import { maxNoteLength, maxTitleLength } from "#app/domain/crm/words.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type { AnswerCheck, FlowLanguage, FlowStep, SessionStatus, StartedBy, StepKind };

export const flowLanguages = { en: "English", sw: "Kiswahili", fr: "Français" } as const;
export const flowLanguageCodes = Object.keys(flowLanguages) as FlowLanguage[];

export const flowStatuses = lazy({
  draft: { label: m.labels_draft, tone: "neutral" },
  live: { label: m.labels_live, tone: "good" },
  paused: { label: m.labels_paused, tone: "warn" },
});

export const sessionStatuses = lazy({
  running: { label: m.labels_running, tone: "info" },
  completed: { label: m.labels_completed, tone: "good" },
  handed_over: { label: m.labels_handed_over, tone: "info" },
  timed_out: { label: m.labels_timed_out, tone: "warn" },
  stopped: { label: m.labels_stopped, tone: "warn" },
});

export const startedByWords: Readonly<Record<StartedBy, string>> = lazy({
  keyword: m.labels_a_word_of_the_customer,
  button: m.labels_a_button_of_a_template,
  first_message: m.labels_the_first_message,
  member: m.labels_a_member,
  rule: m.labels_a_rule,
});

/** Why a session ended as it did. */
export const endReasons = lazy({
  handover_step: m.labels_a_step_hands_over,
  asked_for_person: m.labels_the_customer_asked_for_a_person,
  too_many_misses: m.labels_three_answers_that_did_not_fit,
  customer_stopped: m.labels_the_customer_ended_it,
  opted_out: m.labels_the_customer_opted_out,
  member_wrote: m.labels_a_member_wrote,
  member_stopped: m.labels_a_member_stopped_it,
  flood: m.labels_too_many_messages_within_a_minute,
  loop: m.labels_it_went_in_a_circle,
  window_closed: m.labels_the_customer_service_window_had_closed,
  not_sendable: m.labels_a_message_could_not_be_sent,
  step_gone: m.labels_a_step_is_missing,
  no_answer: m.labels_no_answer_in_time,
});
export type EndReason = keyof typeof endReasons;
export const reasonCodes = Object.keys(endReasons) as [EndReason, ...EndReason[]];

export const checkWords: Readonly<Record<AnswerCheck, string>> = lazy({
  text: m.labels_any_words,
  number: m.labels_a_number,
  date: m.labels_a_date,
  coming_date: m.labels_a_date_from_today_on,
  phone: m.labels_a_phone_number,
  email: m.labels_an_e_mail_address,
  choice: m.labels_one_of_these_answers,
});
export const checkNames = Object.keys(checkWords) as [AnswerCheck, ...AnswerCheck[]];

/** What WhatsApp takes (facts/whatsapp-cloud-api.md §6), and deals and tasks, in characters. */
export const limits = {
  text: 4096,
  question: 1024,
  buttons: 3,
  buttonTitle: 20,
  rows: 10,
  rowTitle: 24,
  description: 72,
  listButton: 20,
  crmTitle: maxTitleLength,
  crmNote: maxNoteLength,
} as const;

export const maxSteps = 60;
export const maxCases = 6;

/** The kinds in the order of the form that adds a step. */
export const stepKinds: Readonly<Record<StepKind, { label: string; hint: string }>> = lazy({
  say: { label: m.labels_say, hint: m.labels_sends_a_text_and_goes_on },
  ask: { label: m.labels_ask, hint: m.labels_waits_for_words_a_number_a },
  choose: { label: m.labels_let_choose, hint: m.labels_up_to_3_buttons_or_a },
  branch: { label: m.labels_branch, hint: m.labels_goes_on_by_what_was_answered },
  check: { label: m.labels_check, hint: m.labels_goes_on_if_a_condition_holds },
  save: { label: m.labels_save, hint: m.labels_puts_words_into_a_field_of },
  consent: { label: m.labels_record_consent, hint: m.labels_opts_the_contact_in_or_out },
  webhook: { label: m.labels_call_a_webhook, hint: m.labels_asks_one_of_your_systems_and },
  template: { label: m.labels_send_a_template, hint: m.labels_it_costs_what_a_template_costs },
  deal: { label: m.labels_create_a_deal, hint: m.labels_of_the_contact_in_one_of },
  task: { label: m.labels_create_a_task, hint: m.labels_for_the_contact_due_after_some },
  handover: { label: m.labels_hand_over, hint: m.labels_ends_here_and_gives_the_conversation },
  end: { label: m.labels_end, hint: m.labels_ends_here },
});

export const stepKindNames = Object.keys(stepKinds) as [StepKind, ...StepKind[]];
