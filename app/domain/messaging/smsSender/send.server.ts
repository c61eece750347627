import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { type SmsReason, smsMessages, smsSettings } from "#app/db/schema/messaging/sms.ts";
import { smsAccountRefused } from "#app/domain/messaging/events.ts";
import { moveMessages } from "#app/domain/messaging/messages/move.server.ts";
import { accountOf } from "#app/domain/messaging/sms/accounts.server.ts";
import { chargeSms } from "#app/domain/money/hold.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { jobActor, type Services } from "#app/platform/context.ts";
import type { SmsAnswer } from "#app/platform/gates/sms.ts";
import type { ClaimedSms } from "./claim.server.ts";
import { publishSms } from "./publish.server.ts";
import { releaseToWhatsapp, reportMs } from "./release.server.ts";

/** Calls the service for a claimed SMS, once, and stores what it answered. Errors of the database are the caller's. */
export async function sendSms(services: Services, claimed: ClaimedSms): Promise<void> {
  const { sms, settings } = claimed;
  const by = accountOf(services, settings);
  const answer: SmsAnswer = by
    ? await by.account.send({ orgId: sms.orgId, to: sms.recipient!, text: sms.body, from: by.from })
    : { outcome: "refused", reason: "account", code: "none" };
  await services.db.withOrg(sms.orgId, (tx) => settle(tx, services, claimed, answer));
}

const mostTries = 10;
const retryMs = (tries: number) => Math.min(60_000, 1000 * 2 ** (tries - 1));

function settle(tx: Tx, services: Services, claimed: ClaimedSms, answer: SmsAnswer): Promise<void> {
  const { tries } = claimed.sms;
  switch (answer.outcome) {
    case "accepted":
      return accept(tx, services, claimed, answer);
    case "unknown":
      return end(tx, services, claimed, { state: "unknown", report: answer.message });
    case "not_sent":
      if (tries >= mostTries)
        return fail(tx, services, claimed, { reason: "network", report: answer.message });
      return retry(tx, services, claimed);
    case "refused":
      if (answer.reason === "network" && tries < 3) return retry(tx, services, claimed);
      return refuse(tx, services, claimed, answer);
  }
}

type Change = Partial<typeof smsMessages.$inferInsert>;

/** False: another process has decided about it since. */
async function change(tx: Tx, { sms }: ClaimedSms, values: Change): Promise<boolean> {
  const { orgId } = sms;
  const changed = await tx
    .update(smsMessages)
    .set({ dueAt: null, ...values })
    .where(
      and(
        eq(smsMessages.orgId, orgId),
        eq(smsMessages.id, sms.id),
        eq(smsMessages.state, "sending"),
        eq(smsMessages.tries, sms.tries),
      ),
    )
    .returning({ id: smsMessages.id });
  notifyPages(tx, orgId, "messages");
  return changed.length === 1;
}

async function accept(
  tx: Tx,
  { clock }: Services,
  claimed: ClaimedSms,
  { providerId, costCents }: SmsAnswer & { outcome: "accepted" },
): Promise<void> {
  const at = clock.now();
  const { orgId, id, campaignId, messageId, priceCents } = claimed.sms;
  const dueAt = new Date(at.getTime() + reportMs);
  if (!(await change(tx, claimed, { state: "sent", providerId, costCents, sentAt: at, dueAt }))) return;
  await cancelUnsent(tx, claimed, at);
  await chargeSms(tx, { orgId, subjectId: campaignId ?? messageId, priceCents, reference: `sms:${id}`, at });
  await publishSms(tx, orgId, id, at);
}

/** WhatsApp's message is not sent any longer, if no sender has claimed it yet. */
async function cancelUnsent(tx: Tx, { sms: { orgId, messageId } }: ClaimedSms, at: Date): Promise<void> {
  const [message] = await tx
    .select({ state: messages.state })
    .from(messages)
    .where(and(eq(messages.orgId, orgId), eq(messages.id, messageId)))
    .for("update");
  if (message?.state === "queued") await moveMessages(tx, orgId, [{ id: messageId, state: "cancelled", at }]);
}

async function retry(tx: Tx, { clock }: Services, claimed: ClaimedSms): Promise<void> {
  const at = clock.now();
  const { orgId, messageId, tries } = claimed.sms;
  const dueAt = new Date(at.getTime() + retryMs(tries));
  if (await change(tx, claimed, { state: "waiting", dueAt }))
    await releaseToWhatsapp(tx, { orgId, messageIds: [messageId], at, fallback: "waiting" });
}

async function end(tx: Tx, { clock }: Services, claimed: ClaimedSms, values: Change): Promise<void> {
  const at = clock.now();
  const { orgId, messageId, id } = claimed.sms;
  if (!(await change(tx, claimed, values))) return;
  await releaseToWhatsapp(tx, { orgId, messageIds: [messageId], at });
  await publishSms(tx, orgId, id, at);
}

const fail = (
  tx: Tx,
  services: Services,
  claimed: ClaimedSms,
  { reason, report }: { reason: SmsReason; report: string },
) => end(tx, services, claimed, { state: "failed", reason, report, failedAt: services.clock.now() });

async function refuse(
  tx: Tx,
  services: Services,
  claimed: ClaimedSms,
  { reason, code }: SmsAnswer & { outcome: "refused" },
): Promise<void> {
  const now = services.clock.now();
  const { sms, settings } = claimed;
  await fail(tx, services, claimed, { reason, report: code });
  if (reason === "opted_out" && sms.contactId)
    await tx
      .update(contacts)
      .set({ smsOptedOutAt: now })
      .where(and(eq(contacts.orgId, sms.orgId), eq(contacts.id, sms.contactId)));
  if (reason !== "account" && reason !== "sender_name") return;
  await tx
    .update(smsSettings)
    .set({ checkedAt: now, checkResult: "refused" })
    .where(eq(smsSettings.orgId, sms.orgId));
  await record(
    tx,
    { orgId: sms.orgId, actor: jobActor("send-sms"), clock: services.clock },
    smsAccountRefused,
    {
      subject: sms.orgId,
      data: { account: settings.account, code },
    },
  );
}
