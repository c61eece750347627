import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId } from "../columns.ts";

/** WhatsApp's kinds of files (facts/whatsapp-cloud-api.md §7). */
export type MediaKind = "image" | "video" | "audio" | "document" | "sticker";

/**
 * `waiting`: still at Meta. `ready`: stored here. The others are final until a member retries: `gone`, Meta
 * no longer has it; `refused`, too large or of the wrong type; `failed`, all tries failed.
 */
export type MediaState = "waiting" | "ready" | "gone" | "refused" | "failed";

/** The file of a message, with its facts. Its bytes are in the media store, under `storageKey`. */
export const media = pgTable(
  "media",
  {
    orgId: orgId(),
    id: id(),
    /** Null: uploaded, and unsent or part of a template. */
    messageId: text("message_id"),
    /** The number of its message; null: uploaded for any number. */
    phoneNumberId: text("phone_number_id"),
    /** Uploaded with a test key, it is for test messages only. */
    mode: text("mode").$type<"live" | "test">().notNull().default("live"),
    kind: text("kind").$type<MediaKind>().notNull(),
    state: text("state").$type<MediaState>().notNull(),
    /** Why it is not ready, by a code of `problemWords`. */
    problem: text("problem"),
    /** Meta's id: of its file for us, or of our upload. */
    metaMediaId: text("meta_media_id"),
    /** Meta's declared hash, in base64 or hex. */
    promisedHash: text("promised_hash"),
    contentType: text("content_type"),
    bytes: bigint("bytes", { mode: "number" }),
    fileName: text("file_name"),
    storageKey: text("storage_key"),
    thumbnailKey: text("thumbnail_key"),
    thumbnailWidth: integer("thumbnail_width"),
    thumbnailHeight: integer("thumbnail_height"),
    attempts: smallint("attempts").notNull().default(0),
    /** A template or campaign refers to it: it stays while one does. */
    kept: boolean("kept").notNull().default(false),
    /** What else has it, such as a product: it stays until that gives it up. */
    ownerId: text("owner_id"),
    createdAt: createdAt(),
    readyAt: at("ready_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("media_message").on(t.orgId, t.messageId).where(sql`message_id is not null`),
    index("media_unsent").on(t.orgId).where(sql`message_id is null`),
    index("media_storage").on(t.storageKey),
    index("media_age").on(t.createdAt),
  ],
);

/** Meta's id of our file, for each number that it was uploaded to; valid for 30 days. */
export const mediaAtMeta = pgTable(
  "media_at_meta",
  {
    orgId: orgId(),
    mediaId: text("media_id").notNull(),
    phoneNumberId: text("phone_number_id").notNull(),
    metaMediaId: text("meta_media_id").notNull(),
    uploadedAt: at("uploaded_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.mediaId, t.phoneNumberId] })],
);
