import { and, eq, sql } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { hourlyTotals } from "#app/db/schema/messaging.ts";
import { changeUserId } from "#app/domain/contacts/changeUserId.server.ts";
import { optIn, optOut, stopMarketing } from "#app/domain/contacts/consent.server.ts";
import { findOrCreateByWebhook } from "#app/domain/contacts/findOrCreateByWebhook.server.ts";
import { isMarketingStopText, isOptInText, isOptOutText } from "#app/domain/contacts/optOut.ts";
import { phoneOf, type WhatsappIdentity, whatsappIdentity } from "#app/domain/contacts/whatsappIdentity.ts";
import { noteReply } from "#app/domain/messaging/campaigns/noteReply.server.ts";
import { messageReceived } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { storeMessageEvents } from "#app/domain/record/webhooks/events.server.ts";
import {
  type InboundMessage,
  type MessagesValue,
  timeOf,
  typeOf,
} from "#app/domain/whatsapp/inbox/events.ts";
import { firstTime } from "#app/domain/whatsapp/inbox/once.server.ts";
import { metaActor } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { putInThread } from "./thread.server.ts";

/**
 * What a customer wrote: into the chat, once; the customer service window opens; STOP is obeyed at once. Answers which
 * messages belong in no thread: those of groups, and those of which it is not told who wrote them; which
 * conversations wait for an answer by it; and which files are to be fetched.
 */
export async function applyInbound(
  tx: Tx,
  orgId: OrgId,
  phoneNumberId: string,
  value: MessagesValue,
): Promise<{ leftOut: string[]; waiting: string[]; mediaIds: string[] }> {
  const leftOut: string[] = [];
  const mediaIds: string[] = [];
  const received: string[] = [];
  const waiting = new Set<string>();
  for (const message of value.messages ?? []) {
    if (!message.id) continue;
    const profile = profileOf(message, value.contacts ?? []);
    const who = writerOf(message, profile);
    if (message.group_id || (!who.waId && !who.bsuid)) leftOut.push(message.id);
    else if (await firstTime(tx, orgId, `message:${message.id}`)) {
      const person = { ...who, name: profile?.profile?.name };
      const applied = await applyOne(tx, { orgId, phoneNumberId }, message, person);
      received.push(applied.messageId);
      if (applied.conversationId) waiting.add(applied.conversationId);
      if (applied.mediaId) mediaIds.push(applied.mediaId);
    }
  }
  await storeMessageEvents(clientOf(tx), orgId, received);
  return { leftOut, waiting: [...waiting], mediaIds };
}

/** A notice of WhatsApp's own, and that a message was taken back, are in the thread; the customer wrote nothing. */
const isWritten = (message: InboundMessage) => message.type !== "system" && message.type !== "revoke";

/** Answers with the conversation, if the customer wrote in it. */
async function applyOne(
  tx: Tx,
  place: { orgId: OrgId; phoneNumberId: string },
  message: InboundMessage,
  who: WhatsappIdentity & { name: string | undefined },
): Promise<{ messageId: string; mediaId: string | null; conversationId?: string }> {
  const { orgId } = place;
  const at = timeOf(message.timestamp);
  const isNews = isWritten(message);
  // Before the person is locked: who applies another message of the organisation waits here, and holds nobody.
  if (isNews) await countInbound(tx, orgId, at);
  const found = await findOrCreateByWebhook(tx, { orgId, ...who, seenAt: isNews ? at : undefined });
  const { contactId } = message.type === "system" ? await changePerson(tx, orgId, found, message, at) : found;
  const wish = wishOf(message);
  if (isNews) {
    // Who asks for no more messages has not answered the one that they got.
    if (wish !== "stop" && wish !== "stopMarketing")
      await noteReply(tx, { ...place, contactId, at, answers: message.context?.id });
  }
  const thread = { ...place, contactId, message, at, isNews, direction: "in" as const };
  const { conversationId, messageId, mediaId, body } = await putInThread(tx, thread);
  if (!isNews) return { messageId, mediaId };
  const told = { orgId, contactId, source: `whatsapp:${body.slice(0, 40)}`, at };
  if (wish === "stop") await optOut(tx, told);
  else if (wish === "stopMarketing") await stopMarketing(tx, told);
  else if (wish === "start") await optIn(tx, told);
  const contact = { contactId, contact: found.name, phone: phoneOf(who.waId) ?? null };
  await record(tx, { orgId, actor: metaActor, clock: { now: () => at } }, messageReceived, {
    subject: conversationId,
    data: { messageId, ...contact, excerpt: body.slice(0, 120) },
  });
  return { messageId, mediaId, conversationId };
}

/** STOP, START and their like, said in text, by a button, or by an edit. */
function wishOf(written: InboundMessage): "stop" | "stopMarketing" | "start" | undefined {
  const message = written.edit?.message ?? written;
  const { button, interactive } = message;
  const text = typeOf(message) === "text" ? message.text?.body : button?.payload;
  const said = [text, button?.text, interactive?.button_reply?.title, interactive?.list_reply?.title];
  const saidAny = (is: (text: string) => boolean) => said.some((words) => is(words ?? ""));
  if (saidAny(isOptOutText)) return "stop";
  if (saidAny(isMarketingStopText)) return "stopMarketing";
  return isOptInText(text ?? "") ? "start" : undefined;
}

/** WhatsApp tells that somebody has a new number, a new user id, or both. */
async function changePerson(
  tx: Tx,
  orgId: OrgId,
  { contactId }: { contactId: string },
  { system }: InboundMessage,
  at: Date,
): Promise<{ contactId: string }> {
  const { waId } = whatsappIdentity({ waId: system?.wa_id });
  const phone = phoneOf(waId);
  if (phone)
    await tx
      .update(contacts)
      .set({ phone, waId })
      .where(
        and(
          eq(contacts.orgId, orgId),
          eq(contacts.id, contactId),
          sql`not exists (select 1 from contacts other where other.org_id = ${orgId} and other.phone = ${phone})`,
        ),
      );
  if (!system?.user_id) return { contactId };
  return changeUserId(tx, { orgId, contactId, bsuid: system.user_id, at });
}

type Profile = NonNullable<MessagesValue["contacts"]>[number];

/** Whose message it is, by number or user id; the only profile of a body belongs to its message. */
function profileOf(message: InboundMessage, profiles: readonly Profile[]): Profile | undefined {
  const { from, from_user_id: userId } = message;
  const own = profiles.find(
    (profile) => (from && profile.wa_id === from) || (userId && profile.user_id === userId),
  );
  return own ?? (profiles.length === 1 ? profiles[0] : undefined);
}

const changedUserId = /changed from ([A-Z]{2}\.[A-Za-z0-9.]+) to /;

/** Who wrote it; of somebody whose user id changed, the one that they had. */
function writerOf(message: InboundMessage, profile: Profile | undefined): WhatsappIdentity {
  const { system, from, from_user_id: userId } = message;
  const before = system && (system.previous_user_id ?? changedUserId.exec(system.body ?? "")?.[1]);
  const now = system?.user_id;
  const told = [before, userId, profile?.user_id].find((id) => id && id !== now);
  return whatsappIdentity({ waId: from ?? profile?.wa_id, bsuid: told });
}

async function countInbound(tx: Tx, orgId: OrgId, at: Date): Promise<void> {
  await tx
    .insert(hourlyTotals)
    .values({
      orgId,
      hour: new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000),
      direction: "in",
      state: "delivered",
      count: 1,
    })
    .onConflictDoUpdate({
      target: [hourlyTotals.orgId, hourlyTotals.hour, hourlyTotals.direction, hourlyTotals.state],
      set: { count: sql`${hourlyTotals.count} + 1` },
    });
}
