import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Condition } from "../automation/conditions.ts";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";

export type RuleAction =
  | { kind: "template"; templateId: string; values: string[] }
  | { kind: "tag"; tag: string }
  /** Before a member of it is named. */
  | { kind: "team"; teamId: string }
  | { kind: "assign"; memberId: string }
  | { kind: "webhook"; endpointId: string }
  /** An empty stage: the first open one. */
  | { kind: "deal"; title: string; valueCents: number; stageId: string }
  /** Due so many days after the event; an empty member: unassigned. */
  | { kind: "task"; title: string; days: number; memberId: string }
  /** Shillings, or the name of a fact in braces. */
  | { kind: "payment"; amount: string; reason: string; way: "prompt" | "account" }
  | { kind: "order"; items: string; ask: "no" | "prompt" | "account" }
  | { kind: "flow"; flowId: string }
  /** The day from which its waits count, or the name of a fact in braces. */
  | { kind: "sequence"; sequenceId: string; anchor: string };

/** When an event – if its fields – then actions. */
export const rules = pgTable(
  "rules",
  {
    orgId: orgId(),
    id: id(),
    name: text("name").notNull(),
    event: text("event").notNull(),
    conditions: jsonb("conditions").$type<Condition[]>().notNull().default([]),
    actions: jsonb("actions").$type<RuleAction[]>().notNull(),
    isOn: boolean("is_on").notNull().default(false),
    /** Why it was switched off automatically. */
    offReason: text("off_reason"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("rules_event").on(t.orgId, t.event).where(sql`is_on`),
  ],
);

export const taskStates = ["waiting", "running", "done", "not_met", "skipped", "failed", "stopped"] as const;
export type TaskState = (typeof taskStates)[number];

/** One step of a run: what was done, or why not. */
export interface TaskStep {
  kind: RuleAction["kind"];
  ok: boolean;
  note: string;
}

/** One event for one rule or connection, exactly once. For a rule, they are the log of its runs. */
export const eventTasks = pgTable(
  "event_tasks",
  {
    orgId: orgId(),
    id: id(),
    kind: text("kind").$type<"rule" | "connection">().notNull(),
    subscriberId: text("subscriber_id").notNull(),
    eventId: text("event_id").notNull(),
    state: text("state").$type<TaskState>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** `waiting`: when it is due. `running`: when its worker counts as dead. */
    dueAt: at("due_at"),
    /** The contact concerned, to detect a loop. */
    contactId: text("contact_id"),
    steps: jsonb("steps").$type<TaskStep[]>().notNull().default([]),
    /** Why it ended that way. */
    note: text("note"),
    createdAt: createdAt(),
    finishedAt: at("finished_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("event_tasks_once").on(t.orgId, t.subscriberId, t.eventId),
    index("event_tasks_due").on(t.dueAt).where(sql`due_at is not null`),
    index("event_tasks_log").on(t.orgId, t.subscriberId, t.createdAt),
    index("event_tasks_contact").on(t.orgId, t.contactId).where(sql`contact_id is not null`),
    index("event_tasks_old").on(t.createdAt),
  ],
);
