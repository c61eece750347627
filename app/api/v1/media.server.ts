import { z } from "zod";
import { deleteUpload } from "#app/domain/messaging/media/deleteUpload.server.ts";
import { problemWords } from "#app/domain/messaging/media/errors.ts";
import { unsentDays } from "#app/domain/messaging/media/fieldRules.ts";
import type { MediaRow } from "#app/domain/messaging/media/find.server.ts";
import { openFile } from "#app/domain/messaging/media/open.server.ts";
import { requireReady } from "#app/domain/messaging/media/own.server.ts";
import { getMedia } from "#app/domain/messaging/media/queries.server.ts";
import { storeUpload } from "#app/domain/messaging/media/storeUpload.server.ts";
import { m } from "#messages";
import { call, FileAnswer, idField, iso, type KeyContext, moment, momentOrNull } from "./call.ts";
import { mediaStatus, mediaType, mediaUrl, showFile } from "./mediaFields.ts";

const group = "media";

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
  problem: row.problem === null ? null : (problemWords[row.problem] ?? m.errors_media_own_not_here()),
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
    id: "upload-a-file",
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
    id: "read-a-file-data",
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
    id: "download-a-file",
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
    id: "delete-a-file",
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
