import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { bytea, createdAt, id } from "./columns.ts";
import { users } from "./identity.ts";

/** The profile picture of a user as it was uploaded. A new one has a new id, so that browsers may keep each for ever. */
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
