import { bigint, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, bytea, createdAt } from "../columns.ts";
import { users } from "./users.ts";

const userId = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** A user's authenticator app. Required at sign-in once it is confirmed. */
export const secondFactors = pgTable("second_factors", {
  userId: userId().primaryKey(),
  /** The TOTP key, encrypted and bound to the user. */
  secretEncrypted: text("secret_encrypted").notNull(),
  createdAt: createdAt(),
  confirmedAt: at("confirmed_at"),
  /** The newest accepted time step: its code and older ones are not accepted again. */
  lastUsedStep: bigint("last_used_step", { mode: "number" }),
  /** Wrong codes at sign-in since the last right one, however long ago. */
  wrongInARow: integer("wrong_in_a_row").notNull().default(0),
});

/** Single-use codes to sign in when the authenticator app is lost; only their SHA-256 is stored. */
export const backupCodes = pgTable(
  "backup_codes",
  {
    userId: userId(),
    codeHash: bytea("code_hash").notNull(),
    createdAt: createdAt(),
    usedAt: at("used_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);
