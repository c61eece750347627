import { eq, sql } from "drizzle-orm";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { releaseExpired } from "#app/domain/messaging/campaigns/releaseExpired.server.ts";
import { sendTemplates } from "#app/domain/messaging/messages/sendTemplates.server.ts";
import { connectSms } from "#app/domain/messaging/sms/settings.server.ts";
import { applyStatuses } from "#app/domain/messaging/webhooks/statuses.server.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { type OrgContext, type Services, systemContext } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { createSmsHost } from "#app/providers/sms/africasTalking.server.ts";
import { startSmsSender } from "#app/worker/sendSms.server.ts";
import { type RunningSmsSimulator, startSmsSimulator } from "#simulators/sms/server.ts";
import { until } from "#tests/support/campaign.ts";
import type { Ground } from "./ground.ts";
import { percentile, print } from "./measure.ts";
import { oneTimeCode } from "./oneTimeCode.ts";

/** Most seconds until a code is on the phone, and the share of codes that keep to it. */
const aim = { seconds: 15, share: 0.995 };
const whatsappMs = 1200;

interface Bench {
  services: Services;
  service: RunningSmsSimulator;
  ctx: OrgContext;
  template: string;
}

async function prepare(ground: Ground): Promise<Bench> {
  const service = await startSmsSimulator({ port: 0, deliveryMs: 400 });
  const { services: base } = ground;
  const services = {
    ...base,
    config: { ...base.config, sms: { ...base.config.sms, perSecond: 200, account: platformAccount } },
    sms: createSmsHost({ ...base, url: service.url }),
  };
  const sender = await ground.newSender(80);
  const ctx = systemContext(services, sender.orgId, "bench");
  const template = await oneTimeCode(services, sender);
  await services.db.withSystem(async (tx) => {
    await tx.update(organisations).set({ billingType: "prepaid" }).where(eq(organisations.id, ctx.orgId));
    const sms = { text: "{{1}} is your code.", waitSeconds: 8, maxCents: 500 };
    await tx.update(templates).set({ sms }).where(eq(templates.name, template));
    await bookEntry(tx, {
      ...{ orgId: ctx.orgId, kind: "top_up", about: { code: "credit.test" }, reference: newId("jrn") },
      postings: { funding: -1e10, wallet: 1e10 },
      at: new Date(),
    });
  });
  const account = { account: "platform" as const, username: "", apiKey: "", senderName: "" };
  await connectSms({ ctx, input: account });
  return { services, service, ctx, template };
}

const platformAccount = { username: "platform", apiKey: "test-sms-key-platform" };
const phoneOf = (n: number) => `+2547${String(n).padStart(8, "0")}`;

/** Queues codes to new phones, as the API does; returns the ids of their messages. */
async function queue({ ctx, template }: Bench, from: number, count: number): Promise<string[]> {
  const outcomes = await sendTemplates(
    Array.from({ length: count }, (_, n) => ({
      ctx,
      recipient: { phone: phoneOf(from + n), bsuid: null },
      input: { template, parameters: [String(100_000 + n)], key: newId("msg"), isFirst: true },
    })),
  );
  return outcomes.map((outcome) => {
    if ("error" in outcome) throw outcome.error;
    return outcome.row.message.id;
  });
}

const report = ({ services, ctx }: Bench, ids: readonly string[], status: string) =>
  services.db.withSystem((tx) =>
    applyStatuses(
      tx,
      services,
      ctx.orgId,
      ids.map((id) => ({
        id: `wamid.${id}`,
        status,
        timestamp: String(Math.floor(Date.now() / 1000)),
        biz_opaque_callback_data: id,
        ...(status === "failed" ? { errors: [{ code: 131026, title: "Message undeliverable" }] } : {}),
      })),
    ),
  );

/** WhatsApp delivers seven of ten codes after a second; the others stay on their way. */
async function measureArrival(bench: Bench, codes: number, perSecond: number) {
  const batch = Math.max(1, Math.round(perSecond / 10));
  const queuedAt = new Map<string, number>();
  const arrivedMs: number[] = [];
  const late: Promise<unknown>[] = [];
  const startedAt = Date.now();
  for (let n = 0; n < codes; n += batch) {
    const dueAt = startedAt + (n / perSecond) * 1000;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - Date.now())));
    const ids = await queue(bench, n, batch);
    const at = Date.now();
    for (const k of ids.keys()) queuedAt.set(phoneOf(n + k), at);
    const delivered = ids.filter((_, k) => (n + k) % 10 >= 3);
    late.push(
      report(bench, ids, "sent")
        .then(() => new Promise((resolve) => setTimeout(resolve, whatsappMs)))
        .then(() => report(bench, delivered, "delivered"))
        .then(() => arrivedMs.push(...delivered.map(() => Date.now() - at))),
    );
  }
  await Promise.all(late);
  await until("all SMS ended", async () => (await waiting(bench)) === 0, 120_000);
  const { sent } = bench.service.simulator;
  for (const { to, deliveredMs } of sent.values())
    if (deliveredMs !== null) arrivedMs.push(deliveredMs - queuedAt.get(to)!);
  return { arrivedMs, sms: sent.size, phones: new Set([...sent.values()].map(({ to }) => to)).size };
}

const waiting = async ({ services: { db }, ctx }: Bench): Promise<number> =>
  (
    await db.system.query<{ count: number }>(
      "select count(*)::int as count from sms_messages where org_id = $1 and state in ('waiting', 'sending')",
      [ctx.orgId],
    )
  ).rows[0]!.count;

/** Delivered before, after and never, failed, and SMS that are refused or lost: how often a message is paid twice. */
async function countCharges(bench: Bench, messages: number) {
  const { simulator } = bench.service;
  const batch = 200;
  for (let n = 0; n < messages; n += batch) {
    const ids = await queue(bench, 10_000_000 + n, batch);
    const some = (kind: number) => ids.filter((_, k) => k % 10 === kind);
    simulator.faults.push(
      { kind: "drop-answer", count: 2, code: 0 },
      { kind: "refuse", count: 3, code: 403 },
    );
    await report(
      bench,
      ids.filter((_, k) => k % 10 < 5),
      "delivered",
    );
    await report(bench, some(5), "failed");
    await bench.services.db.withSystem((tx) =>
      tx.execute(sql`update sms_messages set due_at = now() where org_id = ${bench.ctx.orgId} and state = 'waiting'
        and created_at < now() and message_id = any(${sql.param(ids.filter((_, k) => k % 10 > 4))}::text[])`),
    );
    await report(bench, some(6), "delivered");
    await report(bench, some(7), "failed");
    await report(bench, some(5), "delivered");
  }
  await until("all SMS ended", async () => (await waiting(bench)) === 0, 300_000);
  const awaiting = await heldOf(bench);
  await releaseExpired({ ...bench.services, clock: { now: () => new Date(Date.now() + 32 * 86_400_000) } });
  return { ...(await chargesOf(bench.services, bench.ctx.orgId)), ...awaiting };
}

/** The holds that wait for a report of WhatsApp, which comes within 31 days or never, and those that wait for nothing. */
async function heldOf({ services: { db }, ctx }: Bench) {
  const { rows } = await db.system.query<{ awaitingReport: number; stuck: number }>(
    `select count(*) filter (where is_open)::int as "awaitingReport", count(*) filter (where not is_open)::int as stuck
    from (
      select m.state < 'delivered' and s.state in ('failed', 'unknown') as is_open
      from holds h join messages m on m.org_id = $1 and m.id = h.subject_id
      join sms_messages s on s.org_id = $1 and s.message_id = m.id
      where h.org_id = $1 and h.closed_at is null
    ) open`,
    [ctx.orgId],
  );
  return rows[0]!;
}

async function chargesOf({ db }: Services, orgId: OrgId) {
  const { rows } = await db.system.query<{ messages: number; bySms: number; twice: number; held: number }>(
    `with paid as (
      select h.subject_id, count(*) filter (where p.amount_cents > 0) as times
      from holds h left join journal_entries j on j.org_id = $1 and j.kind = 'settle' and j.about ->> 'subject' = h.subject_id
      left join postings p on p.org_id = $1 and p.entry_id = j.id and p.account = 'revenue'
      where h.org_id = $1 group by h.subject_id
    )
    select count(*)::int as messages, count(*) filter (where times > 1)::int as twice,
      (select count(*)::int from holds where org_id = $1 and sms_cents > 0) as "bySms",
      (select count(*)::int from holds where org_id = $1 and closed_at is null) as held from paid`,
    [orgId],
  );
  return rows[0]!;
}

/** A code on the phone while WhatsApp drops three of ten. The SMS service is the simulator. */
export const benchSmsArrival = (ground: Ground, { codes, perSecond }: { codes: number; perSecond: number }) =>
  withSms(ground, async (bench) => {
    const { arrivedMs, sms, phones } = await measureArrival(bench, codes, perSecond);
    const inTime = arrivedMs.filter((ms) => ms <= aim.seconds * 1000).length / codes;
    print({
      bench: "sms-arrival",
      ...{ codes, sms, doubled: sms - phones, share: Math.round(inTime * 10_000) / 10_000 },
      ...{ aim: aim.share, seconds: aim.seconds, p50Ms: percentile(arrivedMs, 0.5) },
      ...{ p99Ms: percentile(arrivedMs, 0.99), maxMs: percentile(arrivedMs, 1) },
    });
  });

/** Charges over many messages with every outcome. */
export const benchSmsCharges = (ground: Ground, { messages }: { messages: number }) =>
  withSms(ground, async (bench) => {
    const charges = await countCharges(bench, messages);
    const { broken } = await verifyLedger(bench.services);
    print({ bench: "sms-charges", ...charges, aim: 0, broken });
  });

async function withSms(ground: Ground, measure: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = await prepare(ground);
  const sender = startSmsSender(bench.services);
  try {
    await measure(bench);
  } finally {
    await sender.stop();
    await bench.services.sms.close();
    await bench.service.close();
  }
}
