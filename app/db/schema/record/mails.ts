import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { at, createdAt, id } from "../columns.ts";

/** Pending and sent emails; written with the action, delivered by a job with retries. */
export const mails = pgTable(
  "mails",
  {
    id: id().primaryKey(),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    /** Encrypted JSON: it may contain a code or a link. Emptied once sent. */
    payloadEncrypted: text("payload_encrypted").notNull(),
    createdAt: createdAt(),
    sentAt: at("sent_at"),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
  },
  (t) => [index("mails_unsent").on(t.sentAt, t.createdAt)],
);
