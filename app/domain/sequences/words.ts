import type {
  EnrolmentEnd,
  EnrolmentSource,
  HoldReason,
  SequenceStep,
  SequenceStepKind,
  WaitKind,
} from "#app/db/schema/sequences/sequences.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type { SequenceStep, SequenceStepKind, WaitKind };

export const sequenceLimits = {
  name: 80,
  steps: 30,
  sequences: 100,
  hours: 720,
  days: 365,
  /** Before or after a date. */
  offset: 365,
  subject: 64,
  /** Enrolments of one contact within 24 hours by rules and flows, so that none loops. */
  automaticADay: 3,
} as const;

export const sequenceStates = lazy({
  draft: { label: m.common_draft, tone: "neutral" },
  on: { label: m.common_on, tone: "good" },
  off: { label: m.common_off, tone: "warn" },
});

export const sequenceStepKinds: Readonly<Record<SequenceStepKind, { label: string; hint: string }>> = lazy({
  send: { label: m.common_send_template, hint: m.sequences_kind_send_hint },
  wait: { label: m.sequences_kind_wait, hint: m.sequences_kind_wait_hint },
  check: { label: m.sequences_kind_check, hint: m.sequences_kind_check_hint },
  act: { label: m.sequences_kind_act, hint: m.sequences_kind_act_hint },
  end: { label: m.sequences_kind_end, hint: m.sequences_kind_end_hint },
});
export const sequenceStepKindNames = ["send", "wait", "check", "act", "end"] as const;

export const waitWords: Readonly<Record<WaitKind, string>> = lazy({
  hours: m.sequences_wait_hours,
  days: m.sequences_wait_days,
  anchor: m.sequences_wait_anchor,
  field: m.sequences_wait_field,
  date: m.sequences_wait_date,
  working: m.sequences_wait_working,
});
export const waitNames = Object.keys(waitWords) as [WaitKind, ...WaitKind[]];

export const sequenceActions = ["tag", "team", "assign", "task", "payment"] as const;
export type SequenceActionKind = (typeof sequenceActions)[number];
export const sequenceActionWords: Readonly<Record<SequenceActionKind, string>> = lazy({
  tag: m.common_add_tag,
  team: m.rules_assign_to_team,
  assign: m.rules_action_assign,
  task: m.common_action_create_task,
  payment: m.requests_request_payment,
});

export const endWords: Readonly<Record<EnrolmentEnd, string>> = lazy({
  completed: m.common_completed,
  replied: m.sequences_end_replied,
  paid: m.sequences_end_paid,
  opted_out: m.sequences_end_opted_out,
  member: m.sequences_end_member,
  api: m.sequences_end_api,
  subject: m.sequences_end_subject,
  no_date: m.sequences_end_no_date,
  no_phone: m.sequences_end_no_phone,
  deleted: m.sequences_end_deleted,
});

export const endNames = Object.keys(endWords) as [EnrolmentEnd, ...EnrolmentEnd[]];

export const holdWords: Readonly<Record<HoldReason, string>> = lazy({
  quiet: m.sequences_hold_quiet,
  no_money: m.sequences_hold_no_money,
  template: m.sequences_hold_template,
  number: m.sequences_hold_number,
  off: m.sequences_hold_off,
  error: m.sequences_hold_error,
});

export const sourceWords: Readonly<Record<EnrolmentSource, string>> = lazy({
  member: m.sequences_source_member,
  audience: m.sequences_source_audience,
  rule: m.sequences_source_rule,
  flow: m.sequences_source_flow,
  api: m.sequences_source_api,
  book: m.sequences_source_book,
});

/** Facts of sequences, in addition to the contact's. */
export const sequenceFacts = ["anchor_date", "has_paid", "open_requests"] as const;
