import { sql } from "drizzle-orm";
import { campaignSms } from "#app/db/schema/messaging/campaigns.ts";
import { smsSettings } from "#app/db/schema/messaging/sms.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { holdForCampaign } from "#app/domain/money/hold.server.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import type { Quote } from "#app/domain/money/quote.server.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { startSmsSimulator } from "#simulators/sms/server.ts";
import {
  approvedTemplate,
  connectNumber,
  control,
  type SimulatedAccount,
  sendingCampaign,
  until,
} from "#tests/support/campaign.ts";
import type { Scenario } from "./deaths.ts";
import { between, type Ground, pause } from "./ground.ts";

const price = { message: 200, sms: 150 };

/**
 * kill -9 of the server while a third of a campaign fails on WhatsApp and is sent by SMS: no one gets two SMS, a call without an
 * answer is never repeated or charged, and each message is paid once at most.
 */
export const killedCampaignSms: Scenario = async (ground, { short, points }) => {
  const recipients = short ? 90 : 900;
  const kills = short ? 3 : points;
  const service = await startSmsSimulator({ port: 0, deliveryMs: 50 });
  const environment = {
    ...{ SMS_URL: service.url, SMS_USERNAME: "platform", SMS_API_KEY: "test-sms-key-platform" },
    SMS_PER_SECOND: "20",
  };
  let server = await ground.startServer(environment);
  const { orgId, campaignId } = await newCampaign(ground, recipients);
  const calledFor = () => [...service.simulator.sent.values()];
  await until("the first SMS is sent", async () => calledFor().length > 0, 60_000);
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(between(100, 900));
    await server.kill("SIGKILL");
    server = await ground.startServer(environment);
    // Simulates the minute after which a claim of a dead process ends.
    await ground.services.db.owner.query(
      "update sms_messages set due_at = now() where org_id = $1 and state = 'sending' and due_at < now() + interval '55 seconds'",
      [orgId],
    );
  }
  await until("all SMS ended", async () => (await openOf(ground, orgId)) === 0, 180_000);
  const phones = calledFor().map(({ to }) => to);
  const failed = Math.floor(recipients / 3);
  const verdict = {
    ...{ crash: "campaign-sms-kill-9", kills, recipients, failed, sms: phones.length },
    doubled: phones.length - new Set(phones).size,
    needless: phones.filter((phone) => !phone.endsWith("99")).length,
    ...(await judged(ground, orgId, campaignId)),
  };
  console.log(JSON.stringify(verdict));
  await server.kill("SIGKILL");
  await service.close();
  const { doubled, needless, decided, unpaid, heldCents, broken } = verdict;
  return decided === failed && doubled + needless + unpaid + heldCents === 0 && broken === null;
};

/** Its money is held; every third recipient is not on WhatsApp. */
async function newCampaign({ services, simulatorUrl, environment }: Ground, recipients: number) {
  const account = await control<SimulatedAccount>(simulatorUrl, "/accounts", {
    ...{ displayPhoneNumber: "+254700777000", verifiedName: "Duka", throughput: 80 },
    webhookUrl: `${environment.APP_URL}/api/hooks/meta`,
    verifyToken: environment.META_WEBHOOK_VERIFY_TOKEN,
  });
  const orgId = newId("org") as OrgId;
  const metaTemplateId = await approvedTemplate(simulatorUrl, account, "order_ready");
  const sender = await connectNumber(services, orgId, account, { metaTemplateId, throughputPerSecond: 80 });
  const campaignId = await sendingCampaign(services, { orgId, ...sender, recipients, status: "paused" });
  const now = new Date();
  await services.db.withSystem(async (tx) => {
    await tx.insert(smsSettings).values({ orgId, account: "platform" });
    const absent = sql`'+2547' || lpad(substr(c.id, 5)::int::text, 6, '0') || '99'`;
    await tx.execute(
      sql`update contacts c set phone = ${absent} where org_id = ${orgId} and substr(id, 5)::int % 3 = 0`,
    );
    await tx.execute(sql`update messages m set fallback = 'waiting', recipient = c.phone from contacts c
      where m.org_id = ${orgId} and c.org_id = ${orgId} and c.id = m.contact_id`);
    await hold(tx, orgId, campaignId, recipients, now);
    await tx.insert(campaignSms).values({ orgId, id: campaignId, dueAt: now });
    const sms = { text: "Your order is ready.", waitSeconds: 60, mostCents: price.sms };
    await tx.execute(
      sql`update campaigns set status = 'sending', sms = ${JSON.stringify(sms)}::jsonb where org_id = ${orgId} and id = ${campaignId}`,
    );
    await tx.execute(sql`select pg_notify('tarishi_sender', ${sender.phoneNumberId})`);
  });
  return { orgId, campaignId };
}

async function hold(
  tx: Parameters<typeof bookEntry>[0],
  orgId: OrgId,
  campaignId: string,
  messages: number,
  now: Date,
): Promise<void> {
  const totalCents = messages * price.message;
  await bookEntry(tx, {
    ...{ orgId, kind: "top_up", about: { code: "credit.test" }, reference: newId("jrn"), at: now },
    postings: { funding: -totalCents, wallet: totalCents },
  });
  const quoted = {
    messages,
    includedMessages: 0,
    month: now.toISOString().slice(0, 7),
    totalCents,
    missingCents: 0,
  };
  const cents = { priceCentsPerMessage: price.message, smsCentsPerMessage: price.sms };
  await holdForCampaign(tx, {
    ...{ orgId, campaignId, campaignName: "Order ready", now },
    price: { ...quoted, ...cents } as Quote,
  });
}

/** Messages without a result, and SMS that are not sent yet. */
async function openOf({ services }: Ground, orgId: OrgId): Promise<number> {
  const { rows } = await services.db.owner.query<{ open: number }>(
    `select (select count(*)::int from sms_messages where org_id = $1 and state in ('waiting', 'sending'))
      + (select count(*)::int from messages where org_id = $1 and state not in ('delivered', 'read', 'failed')) as open`,
    [orgId],
  );
  return rows[0]!.open;
}

async function judged({ services }: Ground, orgId: OrgId, campaignId: string) {
  const { rows } = await services.db.owner.query<{ decided: number; unpaid: number; heldCents: number }>(
    `select (select count(*)::int from sms_messages where org_id = $1 and state in ('sent', 'delivered', 'unknown')) as decided,
      (select abs(sum(greatest(0, h.settled_messages) * $3 + h.sms_cents)
        - (select count(*) from messages where org_id = $1 and state in ('delivered', 'read')) * $3
        - (select count(*) from sms_messages where org_id = $1 and state in ('sent', 'delivered')) * $4)::int
        from holds h where h.org_id = $1 and h.subject_id = $2) as unpaid,
      (select balance_cents::int from ledger_accounts where org_id = $1 and name = 'held') as "heldCents"`,
    [orgId, campaignId, price.message, price.sms],
  );
  const { broken } = await verifyLedger(services);
  return { ...rows[0]!, broken };
}
