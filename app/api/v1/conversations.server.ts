import { z } from "zod";
import { closeConversations } from "#app/domain/messaging/conversations/changeState.server.ts";
import { conversationsByTime, findConversation } from "#app/domain/messaging/conversations/pages.server.ts";
import { endSnooze, snoozeConversation } from "#app/domain/messaging/conversations/snooze.server.ts";
import { listMessages } from "#app/domain/messaging/messages/queries.server.ts";
import { queueReply } from "#app/domain/messaging/messages/queueReply.server.ts";
import { requireContent } from "#app/domain/messaging/messages/send.server.ts";
import { sendFile } from "#app/domain/messaging/messages/sendFile.server.ts";
import { productMessageLimits } from "#app/domain/sales/catalogues/fieldRules.ts";
import { productMessageWords } from "#app/domain/sales/catalogues/schemas.ts";
import { sendProducts } from "#app/domain/sales/catalogues/sendProducts.server.ts";
import { systemClock } from "#app/platform/time/clock.ts";
import { call, idField, iso, moment, momentOrNull } from "./call.ts";
import { anyFile, fileErrors } from "./mediaFields.ts";

import { pageFields, pageOf, positionOf, toPage } from "./paging.ts";
import { message, readMessage, showMessages } from "./shownMessages.server.ts";

const group = "conversations";

/** Months ahead, so that the example also works when it is copied. */
const startedAt = systemClock.now();
const exampleUntil = iso(new Date(Date.UTC(startedAt.getUTCFullYear(), startedAt.getUTCMonth() + 2, 1, 5)));

const conversation = z
  .object({
    id: z.string(),
    contact_id: z.string(),
    contact_name: z.string(),
    phone: z.string().nullable(),
    username: z.string().nullable().meta({ description: "On WhatsApp, without `@`." }),
    from: z.string().meta({ description: "Meta's id of your number." }),
    unread: z.number().int(),
    window_ends_at: momentOrNull.meta({ description: "You may write freely until then." }),
    snoozed_until: momentOrNull.meta({
      description: "It is snoozed until then, or until the person writes; null if it is not.",
    }),
    last_message_at: moment.meta({ description: "Campaign messages don't count." }),
  })
  .meta({ id: "Conversation" });

const productsOfCatalogue = z.strictObject({
  header: productMessageWords.header.meta({ description: "The title of a list." }),
  footer: productMessageWords.footer,
  sections: z
    .array(
      z.strictObject({
        title: z.string().trim().max(productMessageLimits.sectionTitle).default(""),
        codes: z.array(z.string().min(1).max(100)).min(1).max(productMessageLimits.products),
      }),
    )
    .max(productMessageLimits.sections)
    .default([]),
  whole_catalog: z.boolean().default(false).meta({
    description: "All that the catalogue shows, opened by a button; needs `text`. One code is its picture.",
  }),
});

type Row = Awaited<ReturnType<typeof conversationsByTime>>[number];

const show = (row: Row): z.input<typeof conversation> => ({
  id: row.id,
  contact_id: row.contactId,
  contact_name: row.contactName,
  phone: row.phone,
  username: row.username,
  from: row.phoneNumberId,
  unread: row.unread,
  window_ends_at: iso(row.windowEndsAt),
  snoozed_until: iso(row.snoozedUntil),
  last_message_at: iso(row.lastMessageAt),
});

const one = z.object({ conversation_id: idField("conversation_id", "conversation") });

export const conversations = {
  "GET /v1/conversations": call({
    scope: "conversations:read",
    group,
    id: "list-conversations",
    input: z.object(pageFields),
    output: pageOf(conversation),
    errors: ["request.bad_cursor"],
    async run({ ctx, input: { limit, cursor } }) {
      const rows = await conversationsByTime({ ctx, input: { limit, after: positionOf(cursor) } });
      return toPage(rows, limit, show, (row) => `${row.lastMessageAt.getTime()}.${row.id}`);
    },
  }),
  "GET /v1/conversations/:conversation_id/messages": call({
    scope: "conversations:read",
    group,
    id: "list-a-conversation-messages",
    input: one.extend(pageFields),
    output: pageOf(message),
    errors: ["conversation.not_found", "request.bad_cursor"],
    async run({ ctx, input: { limit, cursor, conversation_id: conversationId } }) {
      const { contactId, phoneNumberId } = await findConversation({ ctx, input: { conversationId } });
      const after = positionOf(cursor);
      const rows = await listMessages({ ctx, input: { limit, after, contactId, phoneNumberId } });
      const page = toPage(
        rows,
        limit,
        (row) => row,
        (row) => row.message.id,
      );
      return { ...page, data: await showMessages(ctx, page.data) };
    },
  }),
  "POST /v1/conversations/:conversation_id/messages": call({
    scope: "conversations:write",
    group,
    id: "reply-in-a-conversation",
    input: one.extend({
      text: z.string().trim().min(1).max(4096).optional(),
      media: anyFile.optional().meta({
        description: "Instead of a text: a file by its `id` or a `link`, with or without `caption`.",
      }),
      products: productsOfCatalogue.optional().meta({
        description:
          "With or without a text: products of your Meta catalogue by `code`. Several need `header` and `text`.",
      }),
    }),
    output: message,
    status: 202,
    example: { text: "Karibu! Your order is ready." },
    errors: [
      "conversation.not_found",
      "conversation.window_closed",
      "conversation.no_phone",
      "conversation.number_disconnected",
      "organisation.suspended",
      "message.no_content",
      "catalogue.bad_message",
      "catalogue.not_connected",
      "product.not_in_catalogue",
      ...fileErrors,
    ],
    async run({ ctx, input: { text, media, products, conversation_id: conversationId } }) {
      const key = ctx.onceKey;
      if (products && !media) {
        const { whole_catalog: isWhole, ...words } = products;
        const sections = products.sections.map(({ title, codes }) => ({ title, products: codes }));
        const input = {
          ...words,
          sections,
          isWhole,
          text: text ?? "",
          conversationId,
          key,
          by: "code" as const,
        };
        const sent = await sendProducts({ ctx, input });
        return readMessage(ctx, sent.messageId);
      }
      requireContent({ text, media: products ? undefined : media });
      const { messageId } = media
        ? await sendFile(ctx, async () => conversationId, { file: media, key })
        : await ctx.db.withOrg(ctx.orgId, (tx) =>
            queueReply(tx, ctx, conversationId, { text: text ?? "", key }),
          );
      return readMessage(ctx, messageId);
    },
  }),
  "POST /v1/conversations/:conversation_id/snooze": call({
    scope: "conversations:write",
    group,
    id: "snooze-a-conversation",
    input: one.extend({
      until: z.iso.datetime().meta({
        description: "ISO 8601, UTC; in the future, within a year.",
        example: exampleUntil,
      }),
    }),
    output: z.object({ id: z.string(), state: z.literal("snoozed"), snoozed_until: moment }),
    example: { until: exampleUntil },
    errors: ["conversation.not_found", "conversation.bad_move", "conversation.bad_snooze"],
    async run({ ctx, input: { until, conversation_id: conversationId } }) {
      const input = { conversationId, until: new Date(until) };
      const { snoozedUntil } = await snoozeConversation({ ctx, input });
      return { id: conversationId, state: "snoozed" as const, snoozed_until: iso(snoozedUntil) };
    },
  }),
  "POST /v1/conversations/:conversation_id/unsnooze": call({
    scope: "conversations:write",
    group,
    id: "end-a-snooze",
    input: one,
    output: z.object({ id: z.string(), state: z.enum(["waiting", "open", "closed"]) }),
    errors: ["conversation.not_found"],
    async run({ ctx, input: { conversation_id: conversationId } }) {
      const { state } = await endSnooze({ ctx, input: { conversationId } });
      return { id: conversationId, state };
    },
  }),
  "POST /v1/conversations/:conversation_id/close": call({
    scope: "conversations:write",
    group,
    id: "close-a-conversation",
    input: one,
    output: z.object({ id: z.string(), state: z.literal("closed") }),
    errors: ["conversation.not_found"],
    async run({ ctx, input: { conversation_id: conversationId } }) {
      await closeConversations({ ctx, input: { conversationIds: [conversationId] } });
      return { id: conversationId, state: "closed" as const };
    },
  }),
};
