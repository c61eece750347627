import { z } from "zod";
import type { MediaRow } from "#app/domain/messaging/media/find.server.ts";
import { mediaKindOf } from "#app/domain/messaging/media/kinds.ts";
import { filesById, filesOfMessages } from "#app/domain/messaging/media/queries.server.ts";
import { getMessage, type MessageRow } from "#app/domain/messaging/messages/queries.server.ts";
import { codeOfMeta, reasonOf } from "#app/domain/messaging/messages/reasons.ts";
import type { TestMessage } from "#app/domain/messaging/messages/testMode.server.ts";
import { iso, type KeyContext, moment, momentOrNull } from "./call.ts";
import { attachment, showAttachment } from "./mediaFields.ts";

const messageStatus = z.enum([
  "queued",
  "unknown",
  "accepted",
  "sent",
  "delivered",
  "read",
  "failed",
  "cancelled",
  "received",
]);

/** What developers see of a message; also what a webhook or a list calls one. */
export const message = z
  .object({
    id: z.string(),
    direction: z.enum(["in", "out"]),
    type: z
      .string()
      .meta({ description: "`template`, `text`, the type of its file, or that of a received message." }),
    status: messageStatus,
    to: z.string().nullable(),
    from: z.string().nullable().meta({ description: "Meta's id of your number, `phone_number_id`." }),
    contact_id: z.string().nullable(),
    campaign_id: z.string().nullable(),
    template: z.string().nullable(),
    language: z.string().nullable(),
    text: z.string().nullable().meta({ description: "What it says; a file, a place and the like in words." }),
    media: attachment.nullable(),
    error: z
      .object({ code: z.number().int().nullable(), message: z.string(), advice: z.string() })
      .nullable()
      .meta({ description: "Why it failed; `code` is Meta's." }),
    created_at: moment,
    sent_at: momentOrNull,
    delivered_at: momentOrNull,
    read_at: momentOrNull,
    failed_at: momentOrNull,
  })
  .meta({ id: "Message" });

const failureOf = (errorCode: number | null) => {
  const { text, advice } = reasonOf(errorCode);
  return { code: codeOfMeta(errorCode), message: text, advice };
};

function captionOf({ type, payload }: MessageRow["message"]): string | null {
  const content = (payload as Record<string, { caption?: unknown } | undefined> | null)?.[type];
  return typeof content?.caption === "string" ? content.caption : null;
}

const showMessage = (
  { config }: KeyContext,
  { message: row, template }: MessageRow,
  file: MediaRow | undefined,
): z.input<typeof message> => ({
  id: row.id,
  direction: row.direction,
  type: row.type,
  status: row.direction === "in" ? "received" : row.state,
  to: row.recipient,
  from: row.phoneNumberId,
  contact_id: row.contactId,
  campaign_id: row.campaignId,
  template: template?.name ?? null,
  language: template?.language ?? null,
  text: row.body,
  media: file ? showAttachment(config.appUrl, file, captionOf(row)) : null,
  error: row.state === "failed" ? failureOf(row.errorCode) : null,
  created_at: iso(row.createdAt),
  sent_at: iso(row.sentAt),
  delivered_at: iso(row.deliveredAt),
  read_at: iso(row.readAt),
  failed_at: iso(row.failedAt),
});

/** Messages with their files. */
export async function showMessages(ctx: KeyContext, rows: MessageRow[]): Promise<z.input<typeof message>[]> {
  const withFile = rows.filter(({ message: row }) => mediaKindOf(row.type) !== null);
  const files = await filesOfMessages(
    ctx,
    withFile.map((row) => row.message.id),
  );
  return rows.map((row) => showMessage(ctx, row, files.get(row.message.id)));
}

/** One message of the organisation, as it is now. */
export async function readMessage(ctx: KeyContext, messageId: string): Promise<z.input<typeof message>> {
  const [shown] = await showMessages(ctx, [await getMessage({ ctx, input: { messageId } })]);
  return shown!;
}

export async function showTests(ctx: KeyContext, rows: TestMessage[]): Promise<z.input<typeof message>[]> {
  const files = await filesById(
    ctx,
    rows.flatMap(({ mediaId }) => mediaId ?? []),
  );
  return rows.map((row) => showTest(ctx, row, files.get(row.mediaId ?? "")));
}

const showTest = (
  { config }: KeyContext,
  row: TestMessage,
  file: MediaRow | undefined,
): z.input<typeof message> => {
  const failed = row.status === "failed";
  return {
    id: row.id,
    direction: "out",
    type: row.type,
    status: row.status,
    to: row.recipient,
    from: null,
    contact_id: null,
    campaign_id: null,
    template: row.template,
    language: null,
    text: row.body,
    media: file ? showAttachment(config.appUrl, file, row.body || null) : null,
    error: failed ? failureOf(row.errorCode) : null,
    created_at: iso(row.createdAt),
    sent_at: iso(row.createdAt),
    delivered_at: failed ? null : iso(row.createdAt),
    read_at: null,
    failed_at: failed ? iso(row.createdAt) : null,
  };
};
