import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
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
import { conversations } from "../messaging/conversations.ts";

export type FlowStatus = "draft" | "live" | "paused";
export type FlowLanguage = "en" | "sw" | "fr";
export type AnswerCheck = "text" | "number" | "date" | "coming_date" | "phone" | "email" | "choice";
export type SessionStatus = "running" | "completed" | "handed_over" | "timed_out" | "stopped";

/** The next step; empty: the following one in the outline. */
type GoTo = string;

/** A question: the reply is stored under `saveTo` in the session, and with `field` on the contact. */
interface Question {
  text: string;
  saveTo: string;
  field: string;
  /** Sent when the reply is invalid; empty: the language's default text. */
  retry: string;
}

export interface FlowChoice {
  title: string;
  description: string;
  goTo: GoTo;
}

/** The action of a step, by its kind. */
export type FlowStepBody =
  | { kind: "say"; text: string }
  | ({ kind: "ask"; check: AnswerCheck; options: string[] } & Question)
  | ({ kind: "choose"; shownAs: "buttons" | "list"; listButton: string; choices: FlowChoice[] } & Question)
  | { kind: "branch"; answer: string; cases: { value: string; goTo: GoTo }[] }
  | {
      kind: "check";
      /** A reply, or a fact of the contact. */
      fact: string;
      operator: ConditionOperator;
      value: string;
      otherwise: GoTo;
    }
  | { kind: "save"; target: "field" | "tag"; name: string; value: string }
  | {
      kind: "webhook";
      endpointId: string;
      timeoutSeconds: number;
      /** A path in the response, and the session's answer it is stored as. */
      mapping: { path: string; saveTo: string }[];
      otherwise: GoTo;
    }
  | { kind: "template"; templateId: string; values: string[] }
  | { kind: "consent"; granted: boolean }
  /**
   * For the contact; empty ids: the first open stage, unassigned. Names in title and value refer to replies.
   */
  | { kind: "deal"; title: string; value: string; stageId: string; memberId: string }
  | { kind: "task"; title: string; note: string; days: number; memberId: string }
  /** Shillings, or the names of replies and fields in braces. */
  | { kind: "payment"; amount: string; reason: string; way: "prompt" | "account" }
  /** A line for each product, with the names of replies and fields in braces: `{quantity} x {product}`. */
  | { kind: "order"; items: string; ask: "no" | "prompt" | "account" }
  /** A sequence that is on; the day from which its waits count, or the name of a reply in braces. */
  | { kind: "sequence"; sequenceId: string; anchor: string }
  | { kind: "handover"; text: string }
  | { kind: "end"; text: string };

export type FlowStep = FlowStepBody & { id: string; next: GoTo };
export type StepKind = FlowStep["kind"];

export interface FlowStarts {
  /** Keywords that start it, when they are a message's whole text. */
  keywords: string[];
  firstMessage: boolean;
  /** A button of a template, by its text; `templateId`: of that one only. */
  button: string;
  templateId: string;
}

export interface FlowTimeout {
  /** After so many minutes without a reply the question is repeated once; 0: never. */
  remindMinutes: number;
  reminder: string;
  /** And after so many more the session ends. */
  endMinutes: number;
  afterwards: "end" | "handover";
  text: string;
}

export interface FlowDefinition {
  steps: FlowStep[];
  starts: FlowStarts;
  timeout: FlowTimeout;
}

/** A conversation by steps: its outline is edited as a draft, and runs as the last published version. */
export const flows = pgTable(
  "flows",
  {
    orgId: orgId(),
    id: id(),
    name: text("name").notNull(),
    language: text("language").$type<FlowLanguage>().notNull(),
    status: text("status").$type<FlowStatus>().notNull().default("draft"),
    /** Null: every number. */
    phoneNumberId: text("phone_number_id"),
    draft: jsonb("draft").$type<FlowDefinition>().notNull(),
    /** Number of the next step, so that an id is never reused. */
    nextStep: integer("next_step").notNull().default(1),
    /** The version in force. */
    version: integer("version"),
    /** The draft differs from the version in force. */
    isChanged: boolean("is_changed").notNull().default(true),
    publishedAt: at("published_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("flows_live").on(t.orgId).where(sql`status = 'live'`),
  ],
);

const ofFlow = (t: { orgId: AnyPgColumn; flowId: AnyPgColumn }) =>
  foreignKey({ columns: [t.orgId, t.flowId], foreignColumns: [flows.orgId, flows.id] }).onDelete("cascade");

const ofConversation = (t: { orgId: AnyPgColumn; conversationId: AnyPgColumn }) =>
  foreignKey({
    columns: [t.orgId, t.conversationId],
    foreignColumns: [conversations.orgId, conversations.id],
  }).onDelete("cascade");

/** An immutable published version: a session continues in the version with which it began. */
export const flowVersions = pgTable(
  "flow_versions",
  {
    orgId: orgId(),
    flowId: text("flow_id").notNull(),
    number: integer("number").notNull(),
    definition: jsonb("definition").$type<FlowDefinition>().notNull(),
    publishedBy: text("published_by"),
    testsPassed: integer("tests_passed").notNull().default(0),
    testsTotal: integer("tests_total").notNull().default(0),
    /** Why it was published although a test failed. */
    reason: text("reason"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.flowId, t.number] }), ofFlow(t)],
);

/** A stored conversation: the customer's messages, and the expected result. */
export const flowTests = pgTable(
  "flow_tests",
  {
    orgId: orgId(),
    id: id(),
    flowId: text("flow_id").notNull(),
    name: text("name").notNull(),
    inputs: text("inputs").array().notNull(),
    /** A session's status, or the id of the waiting step. */
    expects: text("expects").notNull(),
    expectedAnswers: jsonb("expected_answers").$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("flow_tests_flow").on(t.orgId, t.flowId, t.createdAt),
    ofFlow(t),
  ],
);

/** A member's messages to the draft in the simulator; everything else follows from them. */
export const flowTrials = pgTable(
  "flow_trials",
  {
    orgId: orgId(),
    flowId: text("flow_id").notNull(),
    userId: text("user_id").notNull(),
    inputs: text("inputs").array().notNull().default(sql`'{}'::text[]`),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.flowId, t.userId] }), ofFlow(t)],
);

/** One run of a flow in a conversation, of which at most one is running. */
export const flowSessions = pgTable(
  "flow_sessions",
  {
    orgId: orgId(),
    id: id(),
    flowId: text("flow_id").notNull(),
    version: integer("version").notNull(),
    conversationId: text("conversation_id").notNull(),
    status: text("status").$type<SessionStatus>().notNull().default("running"),
    startedBy: text("started_by").$type<StartedBy>().notNull(),
    /** The event that started it, once: a message, a run of a rule, a form. */
    startKey: text("start_key").notNull(),
    /** The waiting question, or the step that calls a system. */
    stepId: text("step_id"),
    /** Answered questions, for going back. */
    answeredSteps: text("answered_steps").array().notNull().default(sql`'{}'::text[]`),
    answers: jsonb("answers").$type<Record<string, string>>().notNull().default({}),
    /** The steps taken, in order. */
    path: text("path").array().notNull().default(sql`'{}'::text[]`),
    /** Invalid replies in a row. */
    misses: smallint("misses").notNull().default(0),
    /** Counts actions: a system's response to an earlier count is stale. */
    turn: integer("turn").notNull().default(0),
    /** A system is being called, at this attempt; 0: the session waits for the customer. */
    calls: smallint("calls").notNull().default(0),
    remindedAt: at("reminded_at"),
    /** When something happens without a message: a reminder, the end, a retry. */
    dueAt: at("due_at"),
    /** Why it ended that way. */
    reason: text("reason"),
    /** It ended with a handover to the members. */
    toPerson: boolean("to_person").notNull().default(false),
    startedAt: at("started_at").notNull(),
    endedAt: at("ended_at"),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("flow_sessions_running").on(t.orgId, t.conversationId).where(sql`status = 'running'`),
    uniqueIndex("flow_sessions_start").on(t.orgId, t.startKey),
    index("flow_sessions_flow").on(t.orgId, t.flowId, t.startedAt),
    index("flow_sessions_conversation").on(t.orgId, t.conversationId, t.startedAt),
    ofFlow(t),
    ofConversation(t),
  ],
);
export type StartedBy = "keyword" | "button" | "first_message" | "member" | "rule";

/** Customers' messages handled by a flow, each once; no bot answers them. */
export const flowTurns = pgTable(
  "flow_turns",
  {
    orgId: orgId(),
    messageId: text("message_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    sessionId: text("session_id").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.messageId] }),
    index("flow_turns_conversation").on(t.orgId, t.conversationId, t.createdAt),
    foreignKey({
      columns: [t.orgId, t.sessionId],
      foreignColumns: [flowSessions.orgId, flowSessions.id],
    }).onDelete("cascade"),
    ofConversation(t),
  ],
);
