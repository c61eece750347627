import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, id, orgId } from "../columns.ts";

/** One nightly run of retention, over all organisations. */
export const retentionRuns = pgTable(
  "retention_runs",
  {
    id: id().primaryKey(),
    startedAt: at("started_at").notNull(),
    /** Null while it runs, and when it never ended. */
    finishedAt: at("finished_at"),
    organisations: integer("organisations").notNull().default(0),
    conversations: bigint("conversations", { mode: "number" }).notNull().default(0),
    messages: bigint("messages", { mode: "number" }).notNull().default(0),
    campaigns: integer("campaigns").notNull().default(0),
    batches: integer("batches").notNull().default(0),
    error: text("error"),
  },
  (t) => [index("retention_runs_time").on(t.startedAt)],
);

/** A run's deletions for one organisation; without a row there were none. */
export const retentionReports = pgTable(
  "retention_reports",
  {
    orgId: orgId(),
    runId: text("run_id").notNull(),
    at: at("at").notNull(),
    retentionDays: integer("retention_days").notNull(),
    conversations: integer("conversations").notNull(),
    messages: integer("messages").notNull(),
    /** Anonymised rows kept for the figures. */
    emptied: integer("emptied").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.runId] })],
);
