import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { OrgId } from "#app/platform/ids.ts";
import type { Locale } from "#app/platform/locale/locale.ts";
import { at, bytea, createdAt, id, updatedAt } from "../columns.ts";

/** A person who signs in. Belongs to no single tenant: a member of organisations through `members`. */
export const users = pgTable("users", {
  id: id().primaryKey(),
  email: text("email").notNull().unique(),
  firstName: text("first_name").notNull().default(""),
  lastName: text("last_name").notNull().default(""),
  phoneNumber: text("phone_number"),
  /** argon2id, PHC string form. */
  passwordHash: text("password_hash").notNull(),
  /** `individual`, `admin` (platform staff) or `partner`. */
  usertype: text("usertype").$type<"individual" | "admin" | "partner">().notNull().default("individual"),
  /** The partner whose revenue share they see; for partners only. */
  partnerId: text("partner_id").$type<OrgId>(),
  /** An administrator's role; the most restricted by default. */
  staffRole: text("staff_role").$type<"support" | "finance" | "operator" | "owner">(),
  accountStatus: text("account_status")
    .$type<"pending" | "active" | "suspended">()
    .notNull()
    .default("pending"),
  isVerified: boolean("is_verified").notNull().default(false),
  /**
   * Another browser signed up too before the address was verified: the code alone does not prove whose
   * password it is.
   */
  signUpRepeated: boolean("sign_up_repeated").notNull().default(false),
  agreedToTermsAt: at("agreed_to_terms_at"),
  avatar: text("avatar"),
  /** The chosen language; null falls back to the organisation and the browser. */
  locale: text("locale").$type<Locale>(),
  liteMode: boolean("lite_mode").notNull().default(false),
  lastLogin: at("last_login"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/**
 * A user's profile picture, redrawn from the upload. A new one has a new id, so that browsers may cache each
 * forever.
 */
export const userPictures = pgTable("user_pictures", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  id: id().unique(),
  contentType: text("content_type").$type<"image/png" | "image/jpeg" | "image/webp">().notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  bytes: bytea("bytes").notNull(),
  createdAt: createdAt(),
});

/** A user's new email address that waits for its emailed code; one at a time. */
export const emailChanges = pgTable("email_changes", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  newEmail: text("new_email").notNull(),
  /** When the last code was requested. */
  requestedAt: at("requested_at").notNull(),
  createdAt: createdAt(),
});
