import type { Tx } from "#app/db/client.server.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { recordTogether } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { openPlace } from "./place.server.ts";
import { findMessage, getMessage, type MessageRow } from "./queries.server.ts";
import { queueReply } from "./queueReply.server.ts";
import { type Address, type Recipient, recipientOf } from "./recipient.ts";
import { type FileToSend, sendFile } from "./sendFile.server.ts";
import { sendTemplates } from "./sendTemplates.server.ts";

/** A message requested by the organisation's system: a template by its name, a text, or a file. */
export interface MessageToSend extends Address {
  /** The number to send from, by Meta's id; without it the oldest connected one. */
  from?: string | undefined;
  template?: string | undefined;
  language?: string | undefined;
  /** Values in the order of the template's variables, or by their names. */
  parameters: readonly string[] | Record<string, string>;
  /** Files, locations, link suffixes, codes and card values, by variable key. */
  parts?: Record<string, string> | undefined;
  text?: string | undefined;
  media?: FileToSend | undefined;
  /** The same key again returns the message of the first time, and costs nothing. */
  key: string;
  /** No message was ever requested with this key. */
  isFirst?: boolean;
}

/**
 * Queues one message to a phone number or user id: it is durable, and paid for or on hold, when this
 * returns with its current state. An unknown recipient becomes a contact, without consent to marketing.
 * @throws DomainError `contact.bad_phone`, `contact.no_identity`, `message.no_content`, `template.not_found`,
 * `template.language_needed`, `template.too_many_parameters`, `whatsapp_number.not_found`,
 * `whatsapp_number.none_connected`, and those of `queueTemplate`, `queueReply` and `sendFile`
 */
export async function sendMessage({ ctx, input }: Call<MessageToSend>): Promise<MessageRow> {
  const { key } = input;
  requireContent(input);
  const recipient = recipientOf(input);
  if (input.media) {
    const place = (tx: Tx) => conversationWith(tx, ctx, recipient, input.from);
    const { messageId } = await sendFile(ctx, place, { file: input.media, key });
    return getMessage({ ctx, input: { messageId } });
  }
  const { template, text = "", from } = input;
  if (template !== undefined) {
    const [outcome] = await sendTemplates([{ ctx, recipient, input: { ...input, template } }]);
    if ("error" in outcome!) throw outcome.error;
    return outcome!.row;
  }
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { open, events } = await openPlace(tx, ctx, { recipient, from });
    await recordTogether(tx, ctx, events);
    const { messageId } = await queueReply(tx, ctx, open, { text, key });
    return findMessage(tx, ctx, messageId);
  });
}

/** The id of the conversation with a person, which is created where there is none. @throws DomainError those of `openPlace` */
export async function conversationWith(
  tx: Tx,
  ctx: OrgContext,
  recipient: Recipient,
  from: string | undefined,
): Promise<string> {
  const { open, events } = await openPlace(tx, ctx, { recipient, from });
  await recordTogether(tx, ctx, events);
  return open.conversation.id;
}

/** @throws DomainError `message.no_content` */
export function requireContent({
  text,
  template,
  media,
}: Pick<MessageToSend, "text" | "template" | "media">): void {
  if ([text, template, media].filter((content) => content !== undefined).length !== 1)
    throw messagingError("message.no_content");
}
