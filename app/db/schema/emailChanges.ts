import { pgTable, text } from "drizzle-orm/pg-core";
import { at, createdAt } from "./columns.ts";
import { users } from "./identity.ts";

/** A new e-mail address of a user that waits for the code which was mailed there; one at a time. */
export const emailChanges = pgTable("email_changes", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  newEmail: text("new_email").notNull(),
  /** When the last code was asked for. */
  askedAt: at("asked_at").notNull(),
  createdAt: createdAt(),
});
