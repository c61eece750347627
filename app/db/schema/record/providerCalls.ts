import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, orgId } from "../columns.ts";

/** Calls to outside services that change something, with secrets removed, for support. */
export const providerCalls = pgTable(
  "provider_calls",
  {
    orgId: orgId(),
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity(),
    provider: text("provider").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    status: integer("status"),
    request: jsonb("request"),
    response: jsonb("response"),
    failed: boolean("failed").notNull().default(false),
    durationMs: integer("duration_ms").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);
