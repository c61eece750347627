import { sql } from "drizzle-orm";
import { boolean, text } from "drizzle-orm/pg-core";
import { at } from "./columns.ts";

/** `waiting`: the customer waits for an answer; `open`: answered, and not at its end; `closed`: nothing more to do. */
export type ConversationState = "open" | "waiting" | "closed";

/** How far a conversation got and whose it is. */
export const inboxColumns = () => ({
  state: text("state").$type<ConversationState>().notNull().default("open"),
  /** The member whose conversation it is; who leaves the organisation lets go of theirs. */
  assignedTo: text("assigned_to"),
  /** Since when the customer waits: their first message without an answer. Null but for the state `waiting`. */
  waitingSince: at("waiting_since"),
  /** Nobody has answered since it began or was opened again: the clock of the first reply runs, not that of the next. */
  awaitsFirstReply: boolean("awaits_first_reply").notNull().default(false),
  /** Of one vocabulary with the tags of contacts. */
  labels: text("labels").array().notNull().default(sql`'{}'::text[]`),
  /** The message that came into the thread last, whoever wrote it and whatever its time is; a campaign's is none. */
  lastMessageId: text("last_message_id"),
  /** When the away message was sent last. */
  awaySentAt: at("away_sent_at"),
  /** The `waitingSince` for which everybody was alarmed. */
  alarmedFor: at("alarmed_for"),
});
