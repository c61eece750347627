import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { ConditionOperator } from "../automation/conditions.ts";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";
import type { Audience } from "../messaging/campaigns.ts";
import { messageState } from "../messaging/messages.ts";

export const sequenceStates = ["draft", "on", "off"] as const;
export type SequenceState = (typeof sequenceStates)[number];

/** The id of a later step; empty: the next one, `end`: none. */
export type LaterStep = string;

export const waitKinds = ["hours", "days", "anchor", "field", "date", "working"] as const;
export type WaitKind = (typeof waitKinds)[number];

/** What a step waits for. Dates are met at `clock` (`08:00`), `days` after them or, below 0, before. */
export type Wait =
  | { until: "hours" | "days"; amount: number }
  /** The date of the enrolment, such as the day on which a fee is due. */
  | { until: "anchor"; days: number; clock: string }
  | { until: "field"; field: string; days: number; clock: string }
  | { until: "date"; date: string; days: number; clock: string }
  /** The next working hour of the organisation. */
  | { until: "working" };

export type SequenceAction =
  | { kind: "tag"; tag: string }
  | { kind: "team"; teamId: string }
  | { kind: "assign"; memberId: string }
  | { kind: "task"; title: string; note: string; days: number; memberId: string }
  | { kind: "payment"; amount: string; reason: string; way: "prompt" | "account" };

export type SequenceStepBody =
  | { kind: "send"; templateId: string; values: string[] }
  | { kind: "wait"; wait: Wait }
  /** Where the condition holds, the next step follows. */
  | { kind: "check"; fact: string; operator: ConditionOperator; value: string; otherwise: LaterStep }
  | { kind: "act"; action: SequenceAction }
  | { kind: "end" };
export type SequenceStep = SequenceStepBody & { id: string };
export type SequenceStepKind = SequenceStep["kind"];

/** Messages over days or weeks: edited as a draft, run as the version that was switched on last. */
export const sequences = pgTable(
  "sequences",
  {
    orgId: orgId(),
    id: id(),
    name: text("name").notNull(),
    state: text("state").$type<SequenceState>().notNull().default("draft"),
    draft: jsonb("draft").$type<SequenceStep[]>().notNull(),
    endsOnReply: boolean("ends_on_reply").notNull().default(true),
    endsOnPayment: boolean("ends_on_payment").notNull().default(true),
    /** Number of the next step, so that an id is never reused. */
    nextStep: integer("next_step").notNull().default(1),
    /** The version in force. */
    version: integer("version"),
    /** The draft differs from the version in force. */
    isChanged: boolean("is_changed").notNull().default(true),
    /** Since when the wallet has too little for it; members were notified then. */
    noMoneySince: at("no_money_since"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

const ofSequence = (t: { orgId: AnyPgColumn; sequenceId: AnyPgColumn }) =>
  foreignKey({
    columns: [t.orgId, t.sequenceId],
    foreignColumns: [sequences.orgId, sequences.id],
  }).onDelete("cascade");

/** An immutable version: each enrolment stays in the one in which it began. */
export const sequenceVersions = pgTable(
  "sequence_versions",
  {
    orgId: orgId(),
    sequenceId: text("sequence_id").notNull(),
    number: integer("number").notNull(),
    steps: jsonb("steps").$type<SequenceStep[]>().notNull(),
    createdBy: text("created_by"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.sequenceId, t.number] }), ofSequence(t)],
);

export const enrolmentSources = ["member", "audience", "rule", "flow", "api", "book"] as const;
export type EnrolmentSource = (typeof enrolmentSources)[number];

export const endReasons = [
  ...["completed", "replied", "paid", "opted_out", "member", "api"],
  ...["subject", "no_date", "no_phone", "deleted"],
] as const;
export type EnrolmentEnd =
  | "completed"
  | "replied"
  | "paid"
  | "opted_out"
  | "member"
  | "api"
  /** What it was about ended, such as a due that was cancelled. */
  | "subject"
  | "no_date"
  | "no_phone"
  /** The contact was erased, or merged with one that is in the sequence. */
  | "deleted";

/** Why a due step does not run yet. */
export const holdReasons = ["quiet", "no_money", "template", "number", "off", "error"] as const;
export type HoldReason = (typeof holdReasons)[number];

/** A contact in a sequence. */
export const sequenceEnrolments = pgTable(
  "sequence_enrolments",
  {
    orgId: orgId(),
    id: id(),
    sequenceId: text("sequence_id").notNull(),
    version: integer("version").notNull(),
    /** Null once the contact is erased: a trigger of the contact's row empties it, and the next step ends it. */
    contactId: text("contact_id"),
    /** What it is about, such as a due; empty: the contact at large. */
    subjectId: text("subject_id").notNull().default(""),
    /** The date from which its waits count. */
    anchorAt: at("anchor_at"),
    source: text("source").$type<EnrolmentSource>().notNull(),
    batchId: text("batch_id"),
    /** The current step; null once it ended. */
    stepId: text("step_id"),
    enteredAt: at("entered_at").notNull(),
    /** When the wait at which it stands is over. */
    waitsUntil: at("waits_until"),
    /** When it is looked at next: the end of its wait, a retry, or the end of a worker's lease. */
    dueAt: at("due_at"),
    held: text("held").$type<HoldReason>(),
    attempts: smallint("attempts").notNull().default(0),
    endedAt: at("ended_at"),
    endReason: text("end_reason").$type<EnrolmentEnd>(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("sequence_enrolments_open")
      .on(t.orgId, t.sequenceId, t.contactId, t.subjectId)
      .where(sql`ended_at is null`),
    index("sequence_enrolments_due").on(t.dueAt).where(sql`due_at is not null`),
    index("sequence_enrolments_contact").on(t.orgId, t.contactId, t.id),
    index("sequence_enrolments_subject")
      .on(t.orgId, t.subjectId)
      .where(sql`ended_at is null and subject_id <> ''`),
    index("sequence_enrolments_list").on(t.orgId, t.sequenceId, t.id),
    index("sequence_enrolments_held").on(t.orgId, t.sequenceId, t.id).where(sql`held is not null`),
    check(
      "sequence_enrolments_ended",
      sql`(ended_at is null) = (end_reason is null) and (ended_at is null or due_at is null)`,
    ),
    ofSequence(t),
  ],
);

export const stepOutcomes = ["done", "sent", "skipped", "otherwise"] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

/** A step that an enrolment has behind it, once. */
export const sequenceStepRuns = pgTable(
  "sequence_step_runs",
  {
    orgId: orgId(),
    enrolmentId: text("enrolment_id").notNull(),
    stepId: text("step_id").notNull(),
    sequenceId: text("sequence_id").notNull(),
    outcome: text("outcome").$type<StepOutcome>().notNull(),
    /** Of what was refused. */
    reason: text("reason"),
    messageId: text("message_id"),
    /** What was reported of its message: delivered, read or failed. */
    messageState: messageState("message_state"),
    repliedAt: at("replied_at"),
    at: at("at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.enrolmentId, t.stepId] }),
    index("sequence_step_runs_message").on(t.orgId, t.messageId).where(sql`message_id is not null`),
    foreignKey({
      columns: [t.orgId, t.enrolmentId],
      foreignColumns: [sequenceEnrolments.orgId, sequenceEnrolments.id],
    }).onDelete("cascade"),
  ],
);

/** What is counted at a step: enrolments that are at it or ended there, outcomes, and what followed its messages. */
export type SequenceCount =
  | "open"
  | EnrolmentEnd
  | StepOutcome
  | "delivered"
  | "read"
  | "failed"
  /** A message of the step was replied to. */
  | "answered";

/** The figures of a sequence; updated in the transaction that updates the rows. */
export const sequenceTotals = pgTable(
  "sequence_totals",
  {
    orgId: orgId(),
    sequenceId: text("sequence_id").notNull(),
    /** Empty for enrolments without a step, such as completed ones. */
    stepId: text("step_id").notNull(),
    counted: text("counted").$type<SequenceCount>().notNull(),
    count: integer("count").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.sequenceId, t.stepId, t.counted] })],
);

/** Many contacts at once: a job enrols them, in the order of their ids. */
export const sequenceBatches = pgTable(
  "sequence_batches",
  {
    orgId: orgId(),
    id: id(),
    sequenceId: text("sequence_id").notNull(),
    audience: jsonb("audience").$type<Audience>().notNull(),
    /** Only people who agreed to marketing. */
    marketing: boolean("marketing").notNull(),
    anchorAt: at("anchor_at"),
    /** The quote that the member confirmed. */
    people: integer("people").notNull(),
    totalCents: bigint("total_cents", { mode: "number" }).notNull(),
    /** The last contact looked at. */
    through: text("through"),
    enrolled: integer("enrolled").notNull().default(0),
    key: text("key").notNull(),
    startedBy: text("started_by"),
    createdAt: createdAt(),
    endedAt: at("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("sequence_batches_key").on(t.orgId, t.key),
    index("sequence_batches_sequence").on(t.orgId, t.sequenceId, t.id),
    ofSequence(t),
  ],
);
