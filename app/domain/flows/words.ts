import type {
  AnswerCheck,
  FlowLanguage,
  FlowStep,
  SessionStatus,
  StartedBy,
  StepKind,
} from "#app/db/schema/flows/flows.ts";
import { maxNoteLength, maxTitleLength } from "#app/domain/crm/words.ts";
import { choiceLimits } from "#app/domain/messaging/messages/choices/fieldRules.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type { AnswerCheck, FlowLanguage, FlowStep, SessionStatus, StartedBy, StepKind };

export const flowLanguages = { en: "English", sw: "Kiswahili", fr: "Français" } as const;
export const flowLanguageCodes = Object.keys(flowLanguages) as FlowLanguage[];

export const flowStatuses = lazy({
  draft: { label: m.common_draft, tone: "neutral" },
  live: { label: m.common_live, tone: "good" },
  paused: { label: m.common_paused, tone: "warn" },
});

export const sessionStatuses = lazy({
  running: { label: m.common_running, tone: "info" },
  completed: { label: m.common_completed, tone: "good" },
  handed_over: { label: m.common_handed_over, tone: "info" },
  timed_out: { label: m.flows_session_statuses_timed_out, tone: "warn" },
  stopped: { label: m.common_stopped, tone: "warn" },
});

export const startedByWords: Readonly<Record<StartedBy, string>> = lazy({
  keyword: m.flows_started_by_keyword,
  button: m.flows_started_by_button,
  first_message: m.flows_started_by_first_message,
  member: m.flows_started_by_member,
  rule: m.flows_started_by_rule,
});

/** Reasons for the end of a session. */
export const endReasons = lazy({
  handover_step: m.flows_end_reasons_handover_step,
  asked_for_person: m.common_reason_asked_for_person,
  too_many_misses: m.flows_end_reasons_too_many_misses,
  customer_stopped: m.flows_end_reasons_customer_stopped,
  opted_out: m.flows_end_reasons_opted_out,
  member_wrote: m.common_reason_member_replied,
  member_stopped: m.flows_end_reasons_member_stopped,
  flood: m.flows_end_reasons_flood,
  loop: m.flows_end_reasons_loop,
  window_closed: m.flows_end_reasons_window_closed,
  not_sendable: m.flows_end_reasons_not_sendable,
  order_no_product: m.flows_end_reasons_order_no_product,
  order_no_stock: m.flows_end_reasons_order_no_stock,
  order_no_till: m.flows_end_reasons_order_no_till,
  order_refused: m.flows_end_reasons_order_refused,
  step_gone: m.flows_end_reasons_step_gone,
  no_answer: m.flows_end_reasons_no_answer,
});
export type EndReason = keyof typeof endReasons;
export const reasonCodes = Object.keys(endReasons) as [EndReason, ...EndReason[]];

export const checkWords: Readonly<Record<AnswerCheck, string>> = lazy({
  text: m.flows_check_text,
  number: m.flows_check_number,
  date: m.flows_check_date,
  coming_date: m.flows_check_coming_date,
  phone: m.flows_check_phone,
  email: m.flows_check_email,
  choice: m.flows_check_choice,
});
export const checkNames = Object.keys(checkWords) as [AnswerCheck, ...AnswerCheck[]];

/** Limits of WhatsApp (facts/whatsapp-cloud-api.md §6), deals and tasks, in characters. */
export const limits = {
  text: 4096,
  question: choiceLimits.question,
  buttons: choiceLimits.buttons.most,
  buttonTitle: choiceLimits.buttons.title,
  rows: choiceLimits.list.most,
  rowTitle: choiceLimits.list.title,
  description: choiceLimits.description,
  listButton: 20,
  crmTitle: maxTitleLength,
  crmNote: maxNoteLength,
} as const;

/** Reminders and ends of flows are due before WhatsApp's window of 24 hours closes. */
export const latestHours = 23;

export const maxSteps = 60;
export const maxCases = 6;

/** Kinds in the order of the form that adds a step. */
export const stepKinds: Readonly<Record<StepKind, { label: string; hint: string }>> = lazy({
  say: { label: m.flows_step_kinds_say, hint: m.flows_step_kinds_say_hint },
  ask: { label: m.flows_step_kinds_ask, hint: m.flows_step_kinds_ask_hint },
  choose: { label: m.flows_step_kinds_choose, hint: () => m.flows_step_kinds_choose_hint(limits) },
  branch: { label: m.flows_step_kinds_branch, hint: m.flows_step_kinds_branch_hint },
  check: { label: m.flows_step_kinds_check, hint: m.flows_step_kinds_check_hint },
  save: { label: m.flows_step_kinds_save, hint: m.flows_step_kinds_save_hint },
  consent: { label: m.flows_step_kinds_consent, hint: m.flows_step_kinds_consent_hint },
  webhook: { label: m.common_action_call_webhook, hint: m.flows_step_kinds_webhook_hint },
  template: { label: m.common_send_template, hint: m.flows_step_kinds_template_hint },
  deal: { label: m.common_action_create_deal, hint: m.flows_step_kinds_deal_hint },
  task: { label: m.common_action_create_task, hint: m.flows_step_kinds_task_hint },
  order: { label: m.flows_step_kinds_order, hint: m.flows_step_kinds_order_hint },
  payment: { label: m.requests_request_payment, hint: m.flows_step_kinds_payment_hint },
  sequence: { label: m.sequences_enrol_in, hint: m.sequences_enrol_in_hint },
  handover: { label: m.flows_step_kinds_handover, hint: m.flows_step_kinds_handover_hint },
  end: { label: m.flows_step_kinds_end, hint: m.flows_step_kinds_end_hint },
});

export const stepKindNames = Object.keys(stepKinds) as [StepKind, ...StepKind[]];
