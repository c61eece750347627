import { z } from "zod";
import { cancelMessage } from "#app/domain/messaging/messages/cancel.server.ts";
import { listMessages, type MessageRow } from "#app/domain/messaging/messages/queries.server.ts";
import { type MessageToSend, sendMessage } from "#app/domain/messaging/messages/send.server.ts";
import { sendGathered } from "#app/domain/messaging/messages/sendGathered.server.ts";
import {
  getTestMessage,
  listTestMessages,
  sendTestMessage,
} from "#app/domain/messaging/messages/testMode.server.ts";
import { DomainError } from "#app/platform/errors.ts";
import { exampleMessage } from "#app/platform/exampleMessage.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { createLanes } from "#app/platform/run/workQueue.ts";
import { call, idField, type KeyContext, phoneNumber, userId } from "./call.ts";
import { mostInBulk } from "./limits.ts";
import { anyFile, fileErrors, ownFile } from "./mediaFields.ts";
import { pageFields, pageOf, positionOf, toPage } from "./paging.ts";
import { message, readMessage, showMessages, showTests } from "./shownMessages.server.ts";
import { templateParts, valuesOfParts } from "./templateParts.ts";

const group = "messages";
/** Bulk messages that are sent concurrently: as many as are queued in one transaction. */
const sideBySide = 50;

const toSend = z.strictObject({
  to: phoneNumber.optional(),
  recipient: userId.optional(),
  from: idOf("phoneNumber")
    .optional()
    .meta({ description: "`phone_number_id` of the number to send from; else the oldest connected one." }),
  template: z.string().min(1).max(512).optional().meta({ description: "The name of an approved template." }),
  language: z.string().min(2).max(20).optional().meta({ description: "Where it exists in several." }),
  parameters: z
    .union([z.array(z.string().max(1024)).max(50), z.record(z.string().max(64), z.string().max(1024))])
    .default([])
    .meta({ description: "Values in the order of the template's variables, or by their names." }),
  ...templateParts,
  text: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .meta({ description: "Instead of a template, within 24 hours of the person's last message." }),
  media: anyFile
    .optional()
    .meta({ description: "Instead of a text: a file by its `id` or a `link`, with or without `caption`." }),
});
/** Bulk sends accept no links: we do not download from third parties then. */
const toSendInBulk = toSend.extend({
  media: ownFile
    .optional()
    .meta({ description: "Instead of a text: a file by its `id`, with or without `caption`." }),
});

const sendErrors = [
  "message.no_content",
  "contact.no_identity",
  "contact.bad_phone",
  "contact.opted_out",
  "contact.no_consent",
  "template.not_found",
  "template.language_needed",
  "template.not_sendable",
  "template.variables_missing",
  "template.too_many_parameters",
  "template.file_missing",
  "template.value_refused",
  "conversation.window_closed",
  "conversation.no_phone",
  "conversation.number_disconnected",
  "whatsapp_number.not_found",
  "whatsapp_number.none_connected",
  "wallet.too_little",
  "billing.no_rate_card",
  "organisation.suspended",
  ...fileErrors,
];

/** Texts of one organisation wait here, without a connection that others could use. */
const inLane = createLanes({ atOnce: 4, waiting: 200, waitMs: 5000 });

async function sendOne(ctx: KeyContext, fields: z.output<typeof toSend>, key: string) {
  const { header, buttons, cards, ...rest } = fields;
  const input: MessageToSend = {
    ...rest,
    parts: valuesOfParts({ header, buttons, cards }),
    key,
    isFirst: ctx.isFirst,
  };
  if (ctx.mode === "test") return (await showTests(ctx, [await sendTestMessage({ ctx, input })]))[0]!;
  return (await showMessages(ctx, [await sendLive(ctx, input)]))[0]!;
}

function sendLive(ctx: KeyContext, input: MessageToSend): Promise<MessageRow> {
  const { template, text, media } = input;
  if (template !== undefined) return sendGathered({ ctx, input: { ...input, template } });
  const send = () => sendMessage({ ctx, input });
  // A file may have to be downloaded first.
  return text === undefined || media ? send() : inLane(ctx.orgId, send);
}

const bulkItem = z.object({
  index: z.number().int(),
  message: message.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

/** Each message is independent: a refused one does not stop the others. */
async function sendAll(ctx: KeyContext, list: z.output<typeof toSendInBulk>[]) {
  const data: z.input<typeof bulkItem>[] = [];
  const next = list.entries();
  const work = async () => {
    for (const [index, fields] of next) {
      try {
        const sent = await sendOne(ctx, fields, `${ctx.onceKey}:${index}`);
        data.push({ index, message: sent, error: null });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        data.push({ index, message: null, error: { code: error.code, message: error.message } });
      }
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  data.sort((a, b) => a.index - b.index);
  return { queued: data.filter((item) => item.error === null).length, data };
}

export const messages = {
  "POST /v1/messages": call({
    scope: "messages:write",
    group,
    id: "send-a-message",
    input: toSend,
    output: message,
    status: 202,
    example: exampleMessage,
    errors: sendErrors,
    inTestMode: "same",
    run: ({ ctx, input }) => sendOne(ctx, input, ctx.onceKey),
  }),
  "POST /v1/messages/bulk": call({
    scope: "messages:write",
    group,
    id: "send-up-to-1-000-messages",
    input: z.object({ messages: z.array(toSendInBulk).min(1).max(mostInBulk) }),
    output: z.object({ queued: z.number().int(), data: z.array(bulkItem) }),
    status: 202,
    example: {
      messages: [
        exampleMessage,
        { ...exampleMessage, to: "+254722000111", parameters: ["Otieno", "Kisumu"] },
      ],
    },
    errors: [],
    inTestMode: "same",
    run: ({ ctx, input }) => sendAll(ctx, input.messages),
  }),
  "GET /v1/messages": call({
    scope: "messages:read",
    group,
    id: "list-messages",
    input: z.object({
      ...pageFields,
      direction: z.enum(["in", "out"]).optional(),
      contact_id: idField("contact_id", "contact").optional(),
    }),
    output: pageOf(message),
    errors: ["request.bad_cursor"],
    async inTestMode({ ctx, input }) {
      const after = positionOf(input.cursor);
      const rows = await listTestMessages({ ctx, input: { limit: input.limit, after } });
      const page = toPage(
        rows,
        input.limit,
        (row) => row,
        ({ id }) => id,
      );
      return { ...page, data: await showTests(ctx, page.data) };
    },
    async run({ ctx, input }) {
      const { limit, direction, contact_id: contactId } = input;
      const after = positionOf(input.cursor);
      const rows = await listMessages({ ctx, input: { limit, after, direction, contactId } });
      const page = toPage(
        rows,
        limit,
        (row) => row,
        (row) => row.message.id,
      );
      return { ...page, data: await showMessages(ctx, page.data) };
    },
  }),
  "GET /v1/messages/:message_id": call({
    scope: "messages:read",
    group,
    id: "read-a-message",
    input: z.object({ message_id: idField("message_id", "message") }),
    output: message,
    errors: ["message.not_found"],
    async inTestMode({ ctx, input }) {
      const row = await getTestMessage({ ctx, input: { messageId: input.message_id } });
      return (await showTests(ctx, [row]))[0]!;
    },
    run: ({ ctx, input }) => readMessage(ctx, input.message_id),
  }),
  "POST /v1/messages/:message_id/cancel": call({
    scope: "messages:write",
    group,
    id: "cancel-a-message",
    input: z.object({ message_id: idField("message_id", "message") }),
    output: message,
    errors: ["message.not_found", "message.not_cancellable"],
    async run({ ctx, input }) {
      const { messageId } = await cancelMessage({ ctx, input: { messageId: input.message_id } });
      return readMessage(ctx, messageId);
    },
  }),
};
