import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { at, id, orgId } from "../columns.ts";
import { conversations } from "./conversations.ts";

/** The question to a customer after their conversation was closed, and its answer. The id is that of the closing. */
export const satisfactionRequests = pgTable(
  "satisfaction_requests",
  {
    orgId: orgId(),
    id: id(),
    conversationId: text("conversation_id").notNull(),
    /** The message with the question; null: it was erased since. */
    messageId: text("message_id"),
    /** The member who closed the conversation; null: it was closed automatically. */
    closedBy: text("closed_by"),
    /** The conversation's team at that time; null: none, or it was deleted since. */
    teamId: text("team_id"),
    requestedAt: at("requested_at").notNull(),
    /** From 1 to 5; the first answer counts. */
    score: smallint("score"),
    answeredAt: at("answered_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    check(
      "satisfaction_requests_score",
      sql`score between 1 and 5 and (score is null) = (answered_at is null)`,
    ),
    index("satisfaction_requests_conversation").on(t.orgId, t.conversationId, t.requestedAt),
    index("satisfaction_requests_answered").on(t.orgId, t.answeredAt).where(sql`answered_at is not null`),
    index("satisfaction_requests_team").on(t.orgId, t.teamId).where(sql`team_id is not null`),
    foreignKey({
      columns: [t.orgId, t.conversationId],
      foreignColumns: [conversations.orgId, conversations.id],
    }).onDelete("cascade"),
  ],
);
