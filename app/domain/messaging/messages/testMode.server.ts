import { and, desc, eq, lt } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { testMessages } from "#app/db/schema/messaging/messages.ts";
import { kindOfLink, requireGoodLink } from "#app/domain/messaging/media/fromLink.server.ts";
import { sendableFile } from "#app/domain/messaging/media/own.server.ts";
import { connectedNumbers, findOwnNumber } from "#app/domain/whatsapp/numbers/find.server.ts";
import { renderTemplate, variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { findByName } from "./findTemplate.server.ts";
import { requireSendable } from "./queueTemplates.server.ts";
import { isKnownCode } from "./reasons.ts";
import { type Recipient, recipientOf } from "./recipient.ts";
import { type MessageToSend, requireContent } from "./send.server.ts";
import { type FileToSend, requireOneSource } from "./sendFile.server.ts";
import { storeTestEvents } from "./storeTestEvents.server.ts";
import { requireValues, valuesOf } from "./templateValues.ts";
import { requireWindow } from "./window.ts";

/** `+254…131026` fails as Meta's error 131026 does; every other number gets its message. */
const errorOf = (phone: string): number | null => {
  const code = Number(phone.slice(-6));
  return code > 100_000 && isKnownCode(code) ? code : null;
};

/**
 * Accepts a message with a test key: checked as a live one, stored separately, never sent and never charged.
 * Its result is known at once, and reported to test endpoints. @throws DomainError as `sendMessage`, except
 * for the wallet and a number that is not connected
 */
export async function sendTestMessage({ ctx, input }: Call<MessageToSend>) {
  requireContent(input);
  const person = recipientOf(input);
  const recipient = person.phone ?? person.bsuid;
  const errorCode = errorOf(recipient);
  const file = input.media && (await fileOf(ctx, input.media));
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const again = await findOnce(tx, ctx, input.key);
    if (again) return again;
    const body = await checkedBody(tx, ctx, input, { person, isMagic: errorCode !== null });
    const now = ctx.clock.now();
    const [made] = await tx
      .insert(testMessages)
      .values({
        orgId: ctx.orgId,
        id: newId("msg", now.getTime()),
        type: file?.kind ?? (input.template === undefined ? "text" : "template"),
        status: errorCode === null ? "delivered" : "failed",
        recipient,
        template: input.template ?? null,
        body,
        mediaId: file?.id ?? null,
        errorCode,
        onceKey: input.key,
        createdAt: now,
      })
      .onConflictDoNothing({ target: [testMessages.orgId, testMessages.onceKey] })
      .returning();
    if (!made) return (await findOnce(tx, ctx, input.key))!;
    await storeTestEvents(tx, ctx.orgId, made);
    return made;
  });
}

async function findOnce(tx: Tx, ctx: OrgContext, key: string): Promise<TestMessage | undefined> {
  const [known] = await tx
    .select()
    .from(testMessages)
    .where(and(eq(testMessages.orgId, ctx.orgId), eq(testMessages.onceKey, key)));
  return known;
}

/**
 * The message's text, once it has passed the live checks. A number that stands for an error reaches no one.
 */
async function checkedBody(
  tx: Tx,
  ctx: OrgContext,
  input: MessageToSend,
  { person, isMagic }: { person: Recipient; isMagic: boolean },
): Promise<string> {
  const { phoneNumberId, contact, windowEndsAt } = await placeOf(tx, ctx, input.from, person);
  if (input.template === undefined) {
    if (!isMagic) requireWindow(windowEndsAt, ctx.clock.now());
    return input.media?.caption ?? input.text ?? "";
  }
  const template = await findByName(tx, ctx, { phoneNumberId }, input);
  requireSendable(template, isMagic ? reachable : contact);
  const values = valuesOf(variablesOf(template.components), input);
  requireValues(template.components, values);
  return renderTemplate(template.components, values).body;
}

const isRecipient = ({ phone, bsuid }: Recipient) =>
  phone === null ? eq(contacts.bsuid, bsuid) : eq(contacts.phone, phone);

const reachable = { optedOutAt: null, consent: "granted" as const, phone: "", waId: null };

/** The number and recipient it would have, and until when free text is allowed. Nothing is created. */
async function placeOf(tx: Tx, ctx: OrgContext, from: string | undefined, person: Recipient) {
  const number =
    from === undefined
      ? (await connectedNumbers(tx, ctx.orgId).limit(1))[0]
      : await findOwnNumber(tx, ctx.orgId, from);
  const [known] = await tx
    .select({ contact: contacts, windowEndsAt: conversations.windowEndsAt })
    .from(contacts)
    .leftJoin(
      conversations,
      and(
        eq(conversations.orgId, ctx.orgId),
        eq(conversations.contactId, contacts.id),
        eq(conversations.phoneNumberId, number?.phoneNumberId ?? ""),
      ),
    )
    .where(and(eq(contacts.orgId, ctx.orgId), isRecipient(person)));
  return {
    phoneNumberId: number?.phoneNumberId,
    contact: known?.contact ?? { ...reachable, consent: "none" as const, phone: person.phone },
    windowEndsAt: known?.windowEndsAt ?? null,
  };
}

/** A file that was uploaded with a test key; one behind a link is not fetched. */
async function fileOf(
  ctx: OrgContext,
  file: FileToSend,
): Promise<{ id: string | null; kind: TestMessage["type"] }> {
  requireOneSource(file);
  const { id, link } = file;
  if (id === undefined) {
    requireGoodLink(ctx, link!);
    return { id: null, kind: kindOfLink(link!) };
  }
  return ctx.db.withOrg(ctx.orgId, (tx) => sendableFile(tx, ctx, { mediaId: id, mode: "test" }));
}

export type TestMessage = typeof testMessages.$inferSelect;

/** Newest first, one more than `limit`. */
export async function listTestMessages({
  ctx,
  input,
}: Call<{ limit: number; after?: string | undefined }>): Promise<TestMessage[]> {
  return ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(testMessages)
      .where(
        and(
          eq(testMessages.orgId, ctx.orgId),
          input.after === undefined ? undefined : lt(testMessages.id, input.after),
        ),
      )
      .orderBy(desc(testMessages.id))
      .limit(input.limit + 1),
  );
}

/** @throws DomainError `message.not_found` */
export async function getTestMessage({ ctx, input }: Call<{ messageId: string }>) {
  const [row] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(testMessages)
      .where(and(eq(testMessages.orgId, ctx.orgId), eq(testMessages.id, input.messageId))),
  );
  if (!row) throw notFound("Message");
  return row;
}
