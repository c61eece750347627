import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { conversations, hourlyTotals, messages } from "#app/db/schema/messaging.ts";
import { noteReply } from "#app/domain/campaigns/noteReply.server.ts";
import { optIn, optOut, stopMarketing } from "#app/domain/contacts/consent.server.ts";
import { findOrCreateByWebhook } from "#app/domain/contacts/findOrCreateByWebhook.server.ts";
import { isMarketingStopText, isOptInText, isOptOutText } from "#app/domain/contacts/optOut.ts";
import { chatPath } from "#app/domain/conversations/chatPath.ts";
import { textColumns } from "#app/domain/messages/text.ts";
import { notify } from "#app/domain/notifications/notify.server.ts";
import { newId, type OrgId } from "#app/shared/ids.ts";
import { readablePhone } from "#app/shared/readablePhone.ts";
import { type InboundMessage, type MessagesValue, readableBody, timeOf } from "./events.ts";
import { firstTime } from "./once.server.ts";

const windowMs = 24 * 3_600_000;

/** What a customer wrote: into the chat, once; the customer service window opens; STOP is obeyed at once. */
export async function applyInbound(
  tx: Tx,
  orgId: OrgId,
  phoneNumberId: string,
  value: MessagesValue,
): Promise<void> {
  for (const message of value.messages ?? []) {
    if (!message.id || !(await firstTime(tx, orgId, `message:${message.id}`))) continue;
    await applyOne(tx, orgId, phoneNumberId, value, message);
  }
}

async function applyOne(
  tx: Tx,
  orgId: OrgId,
  phoneNumberId: string,
  value: MessagesValue,
  message: InboundMessage,
): Promise<void> {
  const at = timeOf(message.timestamp);
  // Of a customer's new number WhatsApp tells by itself: it is in the thread, and the customer wrote nothing.
  const isWritten = message.type !== "system";
  const profile = profileOf(message, value.contacts ?? []);
  const waId = message.from ?? profile?.wa_id;
  const bsuid = message.from_user_id ?? profile?.user_id;
  if (!waId && !bsuid) return;
  const { contactId, name } = await findOrCreateByWebhook(tx, {
    orgId,
    waId,
    bsuid,
    name: profile?.profile?.name,
    seenAt: isWritten ? at : undefined,
  });

  if (!isWritten && message.system?.wa_id) {
    await tx
      .update(contacts)
      .set({ phone: `+${message.system.wa_id}`, waId: message.system.wa_id })
      .where(
        and(
          eq(contacts.orgId, orgId),
          eq(contacts.id, contactId),
          sql`not exists (select 1 from contacts other where other.org_id = ${orgId} and other.phone = ${`+${message.system.wa_id}`})`,
        ),
      );
  }

  const body = readableBody(message);
  await tx.insert(messages).values({
    orgId,
    id: newId("msg", at.getTime()),
    direction: "in",
    type: message.type ?? "unsupported",
    state: "delivered",
    phoneNumberId,
    contactId,
    recipient: null,
    ...textColumns(body),
    payload: message,
    wamid: message.id ?? null,
    deliveredAt: at,
    createdAt: at,
  });
  if (isWritten) {
    const answers = message.context?.id;
    await noteReply(tx, { orgId, phoneNumberId, contactId, at, answers });
    await countInbound(tx, orgId, at);
  }
  const [conversation] = await tx
    .insert(conversations)
    .values({
      orgId,
      id: newId("cnv", at.getTime()),
      phoneNumberId,
      contactId,
      lastMessageAt: at,
      lastMessage: body.slice(0, 200),
      unread: isWritten ? 1 : 0,
      windowEndsAt: isWritten ? new Date(at.getTime() + windowMs) : null,
    })
    .onConflictDoUpdate({
      target: [conversations.orgId, conversations.phoneNumberId, conversations.contactId],
      set: {
        // An older message that comes late is in the thread, and changes neither preview nor window.
        lastMessage: sql`case when ${conversations.lastMessageAt} <= excluded.last_message_at then excluded.last_message else ${conversations.lastMessage} end`,
        lastMessageAt: sql`greatest(${conversations.lastMessageAt}, excluded.last_message_at)`,
        windowEndsAt: sql`greatest(${conversations.windowEndsAt}, excluded.window_ends_at)`,
        unread: sql`${conversations.unread} + excluded.unread`,
        updatedAt: at,
      },
    })
    .returning({ id: conversations.id });

  const text =
    message.type === "text"
      ? message.text?.body
      : message.type === "button"
        ? message.button?.payload
        : undefined;
  const wish = { orgId, contactId, source: `whatsapp:${body.slice(0, 40)}`, at };
  const said = [text ?? "", message.button?.text ?? ""];
  if (said.some(isOptOutText)) await optOut(tx, wish);
  else if (said.some(isMarketingStopText)) await stopMarketing(tx, wish);
  else if (isOptInText(text ?? "")) await optIn(tx, wish);
  if (conversation && isWritten) {
    await notify(
      tx,
      { orgId, clock: { now: () => at } },
      {
        title: "New message",
        body: `${name || (waId ? readablePhone(`+${waId}`) : "A customer")}: ${body.slice(0, 120)}`,
        href: chatPath(conversation.id),
        unlessUnread: true,
      },
    );
  }
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

/** A customer stopped or resumed marketing in WhatsApp's own settings. */
export async function applyPreferences(tx: Tx, orgId: OrgId, value: MessagesValue): Promise<void> {
  for (const preference of value.user_preferences ?? []) {
    if (!preference.wa_id && !preference.user_id) continue;
    const at = timeOf(preference.timestamp);
    const key = `preference:${preference.wa_id ?? preference.user_id}:${preference.value}:${at.getTime()}`;
    if (!(await firstTime(tx, orgId, key))) continue;
    const { contactId } = await findOrCreateByWebhook(tx, {
      orgId,
      waId: preference.wa_id,
      bsuid: preference.user_id,
    });
    const change = { orgId, contactId, source: "whatsapp:preferences", at };
    if (preference.value === "stop") await stopMarketing(tx, change);
    if (preference.value === "resume") await optIn(tx, change);
  }
}
