import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { phoneNumbers, templates } from "#app/db/schema/whatsapp.ts";
import { badPhone, contactsError } from "#app/domain/contacts/errors.ts";
import { contactCreated } from "#app/domain/contacts/events.ts";
import { connectedNumbers, findOwnNumber } from "#app/domain/messaging/conversations/parties.server.ts";
import { queueTemplate } from "#app/domain/messaging/conversations/queueTemplate.server.ts";
import { queueReply } from "#app/domain/messaging/conversations/reply.server.ts";
import { openConversation } from "#app/domain/messaging/conversations/startWithTemplate.server.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { type FileToSend, sendFile } from "#app/domain/messaging/media/sendFile.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { notDeleted } from "#app/domain/whatsapp/templates/queries.server.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { normalisePhone } from "#app/platform/phone.ts";
import { m } from "#messages";
import { findMessage, getMessage, type MessageRow } from "./queries.server.ts";
import { valuesOf } from "./templateValues.ts";

/** Whom a message goes to: a phone number, or WhatsApp's business-scoped user id. With both, the number decides, as at Meta. */
export interface Address {
  to?: string | undefined;
  recipient?: string | undefined;
}

/** One of the two, normalised. */
export type Recipient = { phone: string; bsuid: null } | { phone: null; bsuid: string };

/** What a system of the organisation wants sent: a template by its name, a text, or a file. */
export interface MessageToSend extends Address {
  /** The number to send from, by Meta's id; without it the oldest connected one. */
  from?: string | undefined;
  template?: string | undefined;
  language?: string | undefined;
  /** Values in the order of the template's variables, or by their names. */
  parameters: readonly string[] | Record<string, string>;
  /** Files, places, ends of links, codes and what belongs to cards, by variable key. */
  parts?: Record<string, string> | undefined;
  text?: string | undefined;
  media?: FileToSend | undefined;
  /** The same key again answers with the message of the first time, and costs nothing. */
  key: string;
}

/**
 * Queues one message to a phone number or user id: it is durable, and paid for or on hold, when this returns, and answered as it is
 * then. Who is not known yet becomes a contact, without consent to marketing.
 * @throws DomainError `contact.bad_phone`, `contact.no_identity`, `message.no_content`, `template.not_found`, `template.language_needed`,
 * `template.too_many_parameters`, `whatsapp_number.not_found`, `whatsapp_number.none_connected`, and those of
 * `queueTemplate`, `queueReply` and `sendFile`
 */
export async function sendMessage({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: MessageToSend;
}): Promise<MessageRow> {
  const { key } = input;
  requireContent(input);
  const recipient = recipientOf(input);
  if (input.media) {
    const place = (tx: Tx) => placeOf(tx, ctx, recipient, input.from);
    const { messageId } = await sendFile(ctx, place, { file: input.media, key });
    return getMessage({ ctx, input: { messageId } });
  }
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { messageId } = await queueTo(tx, ctx, recipient, input);
    return findMessage(tx, ctx, messageId);
  });
}

/** A template or a text. */
async function queueTo(
  tx: Tx,
  ctx: OrgContext,
  recipient: Recipient,
  input: MessageToSend,
): Promise<{ messageId: string }> {
  const { text = "", key } = input;
  const number = await senderOf(tx, ctx, input.from);
  const template = input.template === undefined ? undefined : await findByName(tx, ctx, number, input);
  const contactId = await knownContact(tx, ctx, recipient);
  const conversationId = await openConversation(tx, ctx, { contactId, ...number });
  if (!template) return queueReply(tx, ctx, { conversationId, text, key });
  const variables = valuesOf(variablesOf(template.components), input);
  return queueTemplate(tx, ctx, conversationId, { templateId: template.id, template, variables, key });
}

/** The conversation with a person, by its id. */
async function placeOf(
  tx: Tx,
  ctx: OrgContext,
  recipient: Recipient,
  from: string | undefined,
): Promise<string> {
  const number = await senderOf(tx, ctx, from);
  return openConversation(tx, ctx, { contactId: await knownContact(tx, ctx, recipient), ...number });
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

/** @throws DomainError `contact.bad_phone`, `contact.no_identity` */
export function recipientOf({ to, recipient }: Address): Recipient {
  if (to === undefined) {
    if (recipient === undefined) throw contactsError("contact.no_identity", { field: "to" });
    return { phone: null, bsuid: recipient };
  }
  const phone = normalisePhone(to);
  if (phone.ok) return { phone: phone.phone, bsuid: null };
  throw badPhone(phone.reason, "to");
}

async function senderOf(tx: Tx, ctx: OrgContext, from: string | undefined) {
  if (from !== undefined) return findOwnNumber(tx, ctx.orgId, from);
  const [first] = await connectedNumbers(tx, ctx.orgId).limit(1);
  if (!first) throw messagingError("whatsapp_number.none_connected");
  return { phoneNumberId: first.phoneNumberId };
}

/** A template of the number's account, or of any without a number, by name, and by language where there are several. */
export async function findByName(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId">,
  { phoneNumberId }: { phoneNumberId: string | undefined },
  { template, language }: Pick<MessageToSend, "template" | "language">,
) {
  const found = await tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.orgId, ctx.orgId),
        phoneNumberId === undefined
          ? undefined
          : inArray(
              templates.whatsappAccountId,
              tx
                .select({ id: phoneNumbers.whatsappAccountId })
                .from(phoneNumbers)
                .where(and(eq(phoneNumbers.orgId, ctx.orgId), eq(phoneNumbers.phoneNumberId, phoneNumberId))),
            ),
        eq(templates.name, template ?? ""),
        notDeleted,
        language === undefined ? undefined : eq(templates.language, language),
      ),
    )
    .orderBy(asc(templates.id));
  const [first, second] = found;
  if (!first) throw notFound("Template");
  if (second)
    throw messagingError("template.language_needed", {
      fields: { language: m.errors_one_of({ found: found.map((each) => each.language).join(", ") }) },
    });
  return first;
}

/** The contact with this phone or user id, created when there is none. */
async function knownContact(tx: Tx, ctx: OrgContext, recipient: Recipient): Promise<string> {
  const { phone } = recipient;
  const known = await findRecipient(tx, ctx, recipient);
  if (known) return known;
  const now = ctx.clock.now();
  const [made] = await tx
    .insert(contacts)
    .values({ orgId: ctx.orgId, id: newId("con", now.getTime()), ...recipient, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: contacts.id });
  if (made) {
    await record(tx, ctx, contactCreated, { subject: made.id, data: { name: "", phone } });
    return made.id;
  }
  const existing = await findRecipient(tx, ctx, recipient);
  if (!existing) throw notFound("Contact");
  return existing;
}

/** SQL: the contact with this phone or user id. */
export const isRecipient = ({ phone, bsuid }: Recipient) =>
  phone === null ? eq(contacts.bsuid, bsuid) : eq(contacts.phone, phone);

/** Held as it is: it is not made part of another contact before its message is stored. */
async function findRecipient(tx: Tx, ctx: OrgContext, recipient: Recipient): Promise<string | undefined> {
  const [known] = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.orgId, ctx.orgId), isRecipient(recipient)))
    .for("key share");
  return known?.id;
}
