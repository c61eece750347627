import { z } from "zod";
import { deleteUpload } from "#app/domain/messaging/media/deleteUpload.server.ts";
import { problemWords } from "#app/domain/messaging/media/errors.ts";
import type { MediaRow } from "#app/domain/messaging/media/find.server.ts";
import { openFile } from "#app/domain/messaging/media/open.server.ts";
import { requireReady } from "#app/domain/messaging/media/own.server.ts";
import { getMedia, unsentDays } from "#app/domain/messaging/media/queries.server.ts";
import { storeUpload } from "#app/domain/messaging/media/storeUpload.server.ts";
import { call, FileAnswer, idField, iso, type KeyContext, moment, momentOrNull } from "./call.ts";
import { mediaStatus, mediaType, mediaUrl, showFile } from "./mediaFields.ts";

const group = "Media";

const file = z
  .object({
    id: z.string(),
    type: mediaType,
    status: mediaStatus,
    content_type: z.string().nullable(),
    bytes: z.number().int().nullable(),
    file_name: z.string().nullable(),
    problem: z.string().nullable().meta({ description: "Why it cannot be downloaded." }),
    message_id: z.string().nullable().meta({ description: "The message that it came or went with." }),
    url: mediaUrl,
    created_at: moment,
    expires_at: momentOrNull.meta({ description: "An uploaded file is deleted then." }),
  })
  .meta({ id: "Media" });

const show = ({ config }: KeyContext, row: MediaRow): z.input<typeof file> => ({
  ...showFile(config.appUrl, row),
  problem: row.problem === null ? null : (problemWords[row.problem] ?? "This file is not here."),
  message_id: row.messageId,
  created_at: iso(row.createdAt),
  expires_at:
    row.messageId === null ? iso(new Date(row.createdAt.getTime() + unsentDays * 86_400_000)) : null,
});

const one = z.object({ media_id: idField("media_id", "file") });

export const media = {
  "POST /v1/media": call({
    scope: "media:write",
    group,
    title: "Upload a file",
    description:
      "Send a multipart form with one file named `file`. What it is counts, not what its name says: pictures (JPEG, PNG) up to 5 MB, stickers (WebP) up to 500 KB, videos (MP4, 3GP) and recordings (M4A, MP3, AAC, AMR, Ogg with Opus) up to 16 MB, PDF, Office documents and text up to 100 MB. It may be sent in any number of messages and is deleted after 30 days. At most 100 files a minute, and 5 GB in all.",
    input: z.object({}),
    takesFile: true,
    output: file,
    status: 201,
    errors: [
      "media.missing",
      "media.incomplete",
      "media.empty",
      "media.not_allowed",
      "media.lies",
      "media.too_large",
      "media.bad_picture",
      "media.infected",
      "media.scanner_unavailable",
      "media.storage_full",
    ],
    inTestMode: "same",
    run: async ({ ctx, file: sent }) =>
      show(ctx, await storeUpload({ ctx, input: { file: sent!, mode: ctx.mode } })),
  }),
  "GET /v1/media/:media_id": call({
    scope: "media:read",
    group,
    title: "Read a file's data",
    description:
      "What the file is, and whether it can be downloaded: one that you uploaded, or that came or went with a message.",
    input: one,
    output: file,
    errors: ["file.not_found"],
    inTestMode: "same",
    run: async ({ ctx, input }) =>
      show(ctx, await getMedia({ ctx, input: { mediaId: input.media_id, mode: ctx.mode } })),
  }),
  "GET /v1/media/:media_id/content": call({
    scope: "media:read",
    group,
    title: "Download a file",
    description:
      "The bytes of the file, whole or the part of a `Range` header. A picture that a person sent is here a moment after its message; until then the answer is 409 with `Retry-After`.",
    input: one,
    answersFile: true,
    output: z.string(),
    errors: ["file.not_found", "media.not_ready", "media.not_here"],
    inTestMode: "same",
    async run({ ctx, input, range }) {
      const found = await getMedia({ ctx, input: { mediaId: input.media_id, mode: ctx.mode } });
      requireReady(found);
      return new FileAnswer(await openFile(ctx, found, { small: false, range }));
    },
  }),
  "DELETE /v1/media/:media_id": call({
    scope: "media:write",
    group,
    title: "Delete a file",
    description: "Deletes a file that you uploaded. Messages that were sent with it keep theirs.",
    input: one,
    output: z.object({ id: z.string(), deleted: z.literal(true) }),
    errors: ["file.not_found", "media.of_message"],
    inTestMode: "same",
    async run({ ctx, input }) {
      const { mediaId } = await deleteUpload({ ctx, input: { mediaId: input.media_id, mode: ctx.mode } });
      return { id: mediaId, deleted: true as const };
    },
  }),
};
