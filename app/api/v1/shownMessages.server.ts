import { z } from "zod";
import type { MediaRow } from "#app/domain/messaging/media/find.server.ts";
import { mediaKindOf } from "#app/domain/messaging/media/kinds.ts";
import { filesById, filesOfMessages } from "#app/domain/messaging/media/queries.server.ts";
import { getMessage, type MessageRow } from "#app/domain/messaging/messages/queries.server.ts";
import { codeOfMeta, reasonOf } from "#app/domain/messaging/messages/reasons.ts";
import type { TestMessage } from "#app/domain/messaging/messages/testMode.server.ts";
import type { StoredPayload } from "#app/domain/whatsapp/webhookEvents/changes.ts";
import { orderOf } from "#app/domain/whatsapp/webhookEvents/order.ts";
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

/** Meta's own names. */
const referral = z
  .object({
    source_type: z.string().nullable().meta({ description: "`ad` or `post`." }),
    source_id: z.string().nullable(),
    source_url: z.string().nullable(),
    headline: z.string().nullable(),
    body: z.string().nullable(),
    ctwa_clid: z.string().nullable().meta({ description: "Meta's id of the click." }),
  })
  .meta({ id: "Referral" });

const order = z
  .object({
    catalog_id: z.string().nullable(),
    text: z.string(),
    product_items: z.array(
      z.object({
        product_retailer_id: z.string(),
        quantity: z.number().int(),
        item_price: z.string().nullable().meta({ description: "Decimal, as a string." }),
        currency: z.string().nullable(),
      }),
    ),
    total: z
      .object({ amount: z.string(), currency: z.string() })
      .nullable()
      .meta({ description: "Null where a price is missing or currencies differ." }),
  })
  .meta({ id: "Order" });

/** A message as developers see it; also in webhooks and lists. */
export const message = z
  .object({
    id: z.string(),
    direction: z.enum(["in", "out"]),
    type: z
      .string()
      .meta({ description: "`template`, `text`, the type of its file, or that of a received message." }),
    status: messageStatus,
    to: z.string().nullable().meta({ description: "Phone number, or user id where no number is known." }),
    recipient: z
      .string()
      .nullable()
      .meta({ description: "The user id that it went to instead of a number." }),
    from: z.string().nullable().meta({ description: "Meta's id of your number, `phone_number_id`." }),
    contact_id: z.string().nullable(),
    campaign_id: z.string().nullable(),
    template: z.string().nullable(),
    language: z.string().nullable(),
    text: z.string().nullable().meta({ description: "What it says; a file, a place and the like in words." }),
    media: attachment.nullable(),
    referral: referral.nullable().meta({ description: "The ad or post that the customer tapped." }),
    order: order.nullable(),
    form_response: z.string().nullable().meta({
      description: "The answers of a WhatsApp form: JSON as text, as the customer's phone sent it.",
    }),
    edited_at: momentOrNull.meta({
      description: "When the customer last edited it; `text` is what it says now.",
    }),
    deleted_at: momentOrNull.meta({ description: "When the customer deleted it." }),
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

const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);

/** The content of a received message besides its text. */
function partsOf({ direction, payload }: MessageRow["message"]) {
  const received: StoredPayload = direction === "in" ? ((payload ?? {}) as StoredPayload) : {};
  const source = received.referral;
  const ordered = received.order && orderOf(received.order);
  return {
    referral: source
      ? {
          source_type: textOrNull(source.source_type),
          source_id: textOrNull(source.source_id),
          source_url: textOrNull(source.source_url),
          headline: textOrNull(source.headline),
          body: textOrNull(source.body),
          ctwa_clid: textOrNull(source.ctwa_clid),
        }
      : null,
    order: ordered
      ? {
          catalog_id: textOrNull(received.order?.catalog_id),
          text: ordered.text,
          product_items: ordered.lines.map(({ productId, quantity, price, currency }) => ({
            product_retailer_id: productId,
            quantity,
            item_price: price,
            currency,
          })),
          total: ordered.total,
        }
      : null,
    form_response: textOrNull(received.interactive?.nfm_reply?.response_json),
    edited_at: received.edits?.at(-1)?.until ?? null,
    deleted_at: received.revokedAt ?? null,
  };
}

const userIdOf = (recipient: string | null) => (recipient?.startsWith("+") ? null : recipient);

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
  recipient: row.direction === "out" ? userIdOf(row.recipient) : null,
  from: row.phoneNumberId,
  contact_id: row.contactId,
  campaign_id: row.campaignId,
  template: template?.name ?? null,
  language: template?.language ?? null,
  text: row.body,
  media: file ? showAttachment(config.appUrl, file, captionOf(row)) : null,
  ...partsOf(row),
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
    recipient: userIdOf(row.recipient),
    from: null,
    contact_id: null,
    campaign_id: null,
    template: row.template,
    language: null,
    text: row.body,
    media: file ? showAttachment(config.appUrl, file, row.body || null) : null,
    referral: null,
    order: null,
    form_response: null,
    edited_at: null,
    deleted_at: null,
    error: failed ? failureOf(row.errorCode) : null,
    created_at: iso(row.createdAt),
    sent_at: iso(row.createdAt),
    delivered_at: failed ? null : iso(row.createdAt),
    read_at: null,
    failed_at: failed ? iso(row.createdAt) : null,
  };
};
