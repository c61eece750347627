import { z } from "zod";
import type { MediaRow } from "#app/domain/messaging/media/find.server.ts";
import { mediaKinds } from "#app/domain/messaging/media/kinds.ts";
import { idField } from "./call.ts";

export const mediaType = z.enum(mediaKinds);
export const mediaStatus = z
  .enum(["waiting", "ready", "gone", "refused", "failed"])
  .meta({ description: "`ready` can be downloaded; `waiting` is on its way from WhatsApp." });

export const mediaUrl = z
  .string()
  .meta({ description: "Where it is downloaded, with your key. It does not change." });

/** The file of a message, in the message. */
export const attachment = z
  .object({
    id: z.string(),
    caption: z.string().nullable(),
    type: mediaType,
    status: mediaStatus,
    content_type: z.string().nullable(),
    bytes: z.number().int().nullable(),
    file_name: z.string().nullable(),
    url: mediaUrl,
  })
  .meta({ id: "Attachment" });

/** The fields of a file. */
export const showFile = (appUrl: string, row: MediaRow) => ({
  id: row.id,
  type: row.kind,
  status: row.state,
  content_type: row.contentType,
  bytes: row.bytes,
  file_name: row.fileName,
  url: `${appUrl}/api/v1/media/${row.id}/content`,
});

export const showAttachment = (
  appUrl: string,
  row: MediaRow,
  caption: string | null,
): z.input<typeof attachment> => ({ ...showFile(appUrl, row), caption });

const caption = z.string().max(1024).optional().meta({ description: "With pictures, videos and documents." });
const fileId = idField("media_id", "file");

/** A file of ours to send, by its id. */
export const ownFile = z.strictObject({ id: fileId, caption });

/** The same, or one of theirs by its address. */
export const anyFile = z.strictObject({
  id: fileId.optional(),
  link: z.string().min(1).max(2000).optional().meta({
    description: "Instead of an id: a public https:// address, fetched before the answer. No redirects.",
    example: "https://shop.example.com/receipt-1042.pdf",
  }),
  caption,
});

/** Refusals of a file to be sent. */
export const fileErrors = [
  "file.not_found",
  "media.one_source",
  "media.bad_link",
  "media.link_failed",
  "media.not_ready",
  "media.not_here",
  "media.not_allowed",
  "media.too_large",
  "media.lies",
  "media.empty",
  "media.bad_picture",
  "media.infected",
  "media.scanner_unavailable",
];
