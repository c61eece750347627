import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";
import { conversations } from "./conversations.ts";

/** `expired`: the customer service window closed before it was sent. */
export type ScheduledState = "scheduled" | "sent" | "cancelled" | "expired" | "failed";

/** A reply or template that a member wrote to be sent later. */
export const scheduledMessages = pgTable(
  "scheduled_messages",
  {
    orgId: orgId(),
    id: id(),
    conversationId: text("conversation_id").notNull(),
    authorUserId: text("author_user_id").notNull(),
    /** What it says; empty once it is sent or cancelled. */
    body: text("body").notNull(),
    /** Null: a free-form reply. */
    templateId: text("template_id"),
    /** Of the template, by variable key; null once it is sent or cancelled. */
    variables: jsonb("variables").$type<Record<string, string>>(),
    /** The most that it may cost, in KES cents. */
    maxTotalCents: integer("max_total_cents"),
    sendAt: at("send_at").notNull(),
    state: text("state").$type<ScheduledState>().notNull().default("scheduled"),
    /** Why it was not sent, as a note (`app/platform/text/notes.ts`). */
    problem: text("problem"),
    /** The message that it became. */
    messageId: text("message_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    check(
      "scheduled_messages_state",
      sql`state in ('scheduled', 'sent', 'cancelled', 'expired', 'failed') and (state = 'sent') = (message_id is not null)
        and (state not in ('expired', 'failed') or problem is not null)`,
    ),
    // Sent ones are in the thread as messages.
    index("scheduled_messages_shown")
      .on(t.orgId, t.conversationId)
      .where(sql`state in ('scheduled', 'expired', 'failed')`),
    // One query finds what is due in all organisations.
    index("scheduled_messages_due").on(t.sendAt).where(sql`state = 'scheduled'`),
    foreignKey({
      columns: [t.orgId, t.conversationId],
      foreignColumns: [conversations.orgId, conversations.id],
    }).onDelete("cascade"),
  ],
);
