import { and, between, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { smsMessages, smsSettings } from "#app/db/schema/messaging/sms.ts";
import { type DueRows, takeDue } from "#app/db/takeDue.server.ts";
import { isAnyOf, together } from "#app/db/together.server.ts";
import { quietOf } from "#app/domain/messaging/campaigns/delivery.ts";
import { type OrgContext, type Services, systemContext } from "#app/platform/context.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";
import { decideSms } from "./decide.ts";
import { campaignsOf, type Decided, planSmsOfCampaigns } from "./planned.server.ts";
import { endLost, releaseToWhatsapp } from "./release.server.ts";

type Row = typeof smsMessages.$inferSelect;
type Settings = typeof smsSettings.$inferSelect;

/** An SMS that this process has to send, by which account. */
export interface ClaimedSms {
  sms: Row;
  settings: Settings;
}

/** Of one message, or of a campaign's: those of campaigns leave room for codes. */
export type SmsKind = "single" | "campaign";

/** The call takes less; a row that is still `sending` then belongs to a process that died. */
const claimMs = 60_000;

/**
 * Claims up to `atMost` due SMS: looks at each one's message, locked, and decides. A claimed row is `sending` before the
 * service is called, so that no process ever sends it again.
 */
export function claimDueSms(services: Services, atMost: number, of: SmsKind): Promise<ClaimedSms[]> {
  const now = services.clock.now();
  const due: DueRows = {
    name: `sms-${of}`,
    table: "sms_messages",
    isDue: `t.due_at <= $1 and t.campaign_id is ${of === "single" ? "null" : "not null"}`,
    values: [now],
    order: "t.due_at",
  };
  return takeDue(services, due, atMost, (tx, orgId, ids) =>
    claimOf(tx, systemContext(services, orgId, "send-sms"), ids, now),
  );
}

async function claimOf(tx: Tx, ctx: OrgContext, ids: readonly string[], now: Date): Promise<ClaimedSms[]> {
  const { orgId } = ctx;
  const rows = await tx
    .select()
    .from(smsMessages)
    .where(and(eq(smsMessages.orgId, orgId), inArray(smsMessages.id, [...ids])));
  const lost = rows.filter(({ state }) => state !== "waiting");
  if (lost.length > 0) await endLost(tx, orgId, lost, now);
  const waiting = rows.filter(({ state }) => state === "waiting");
  if (waiting.length === 0) return [];
  const decisions = await planSmsOfCampaigns(tx, ctx, await decideAll(tx, orgId, waiting, now));
  await postpone(tx, orgId, decisions);
  await skip(tx, orgId, decisions, now);
  return claim(tx, orgId, decisions, now);
}

/** A message that another transaction has locked is looked at again: SMS never wait for it with rows of their own locked. */
async function decideAll(tx: Tx, orgId: OrgId, rows: readonly Row[], now: Date): Promise<Decided[]> {
  const messageIds = rows.map(({ messageId }) => messageId);
  const [least, greatest] = spanOf(messageIds);
  const locked = await tx
    .select()
    .from(messages)
    .where(
      and(eq(messages.orgId, orgId), inArray(messages.id, messageIds), between(messages.id, least, greatest)),
    )
    .for("update", { skipLocked: true });
  const contactIds = locked.flatMap(({ contactId }) => contactId ?? []);
  const { people, running } = await together(tx, {
    people: tx
      .select({
        id: contacts.id,
        phone: contacts.phone,
        waId: contacts.waId,
        optedOutAt: contacts.optedOutAt,
        smsOptedOutAt: contacts.smsOptedOutAt,
      })
      .from(contacts)
      .where(and(eq(contacts.orgId, orgId), isAnyOf(contacts.id, contactIds))),
    running: campaignsOf(tx, orgId, locked),
  });
  const messageOf = new Map(locked.map((message) => [message.id, message]));
  const personOf = new Map(people.map((person) => [person.id, person]));
  const campaignOf = new Map(running.map((campaign) => [campaign.id, campaign]));
  return rows.flatMap((row): Decided[] => {
    const message = messageOf.get(row.messageId);
    if (!message) return [];
    const person = personOf.get(message.contactId ?? "") ?? null;
    const campaign = campaignOf.get(message.campaignId ?? "") ?? null;
    const due = { ...row, message, person, campaign: campaign && { ...campaign, quiet: quietOf(campaign) } };
    return [{ row, message, person, campaign, decision: decideSms(due, now) }];
  });
}

async function postpone(tx: Tx, orgId: OrgId, decided: readonly Decided[]): Promise<void> {
  const later = decided.flatMap(({ row, decision }) =>
    "dueAt" in decision ? [[row.id, decision.dueAt] as const] : [],
  );
  if (later.length === 0) return;
  await tx.execute(sql`
    update sms_messages s set due_at = l.due_at
    from unnest(${later.map(([id]) => id)}::text[], ${later.map(([, dueAt]) => dueAt)}::timestamptz[]) as l(id, due_at)
    where s.org_id = ${orgId} and s.id = l.id`);
}

async function skip(tx: Tx, orgId: OrgId, decided: readonly Decided[], now: Date): Promise<void> {
  const skipped = decided.flatMap(({ row, decision }) =>
    "skip" in decision ? { row, reason: decision.skip } : [],
  );
  for (const [reason, some] of Map.groupBy(skipped, ({ reason }) => reason)) {
    const ids = some.map(({ row }) => row.id);
    await tx
      .update(smsMessages)
      .set({ state: "skipped", reason, dueAt: null })
      .where(and(eq(smsMessages.orgId, orgId), inArray(smsMessages.id, ids)));
    const messageIds = some.map(({ row }) => row.messageId);
    // What WhatsApp delivered is paid already.
    if (reason !== "whatsapp") await releaseToWhatsapp(tx, { orgId, messageIds, at: now });
  }
}

async function claim(tx: Tx, orgId: OrgId, decided: readonly Decided[], now: Date): Promise<ClaimedSms[]> {
  const wanted = decided.filter(({ decision }) => "send" in decision);
  if (wanted.length === 0) return [];
  const [settings] = await tx.select().from(smsSettings).where(eq(smsSettings.orgId, orgId));
  if (!settings?.isOn) {
    await skip(
      tx,
      orgId,
      wanted.map((each) => ({ ...each, decision: { skip: "no_account" as const } })),
      now,
    );
    return [];
  }
  const messageIds = wanted.map(({ row }) => row.messageId);
  const [least, greatest] = spanOf(messageIds);
  await tx
    .update(messages)
    .set({ fallback: "sms" })
    .where(
      and(eq(messages.orgId, orgId), inArray(messages.id, messageIds), between(messages.id, least, greatest)),
    );
  notifyPages(tx, orgId, "messages");
  const claimed = await tx
    .update(smsMessages)
    .set({ state: "sending", tries: sql`${smsMessages.tries} + 1`, dueAt: new Date(now.getTime() + claimMs) })
    .where(
      and(
        eq(smsMessages.orgId, orgId),
        inArray(
          smsMessages.id,
          wanted.map(({ row }) => row.id),
        ),
      ),
    )
    .returning();
  return claimed.map((sms) => ({ sms, settings }));
}
