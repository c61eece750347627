import { queryRows, type Tx } from "#app/db/client.server.ts";
import { listAlerts } from "#app/domain/console/alerts.server.ts";
import { newestSamples } from "#app/domain/console/samples.server.ts";
import { laneOf } from "#app/domain/messaging/campaigns/lanes.ts";
import { leastIdAt } from "#app/domain/messaging/messages/idRange.ts";
import { reasonOf } from "#app/domain/messaging/messages/reasons.ts";
import { accountReasonWords } from "#app/domain/whatsapp/accounts/reasonWords.ts";
import type { Services } from "#app/platform/context.ts";
import { notFound, type Reason } from "#app/platform/errors.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { noCode } from "./analytics/schemas.ts";

const dayMs = 86_400_000;
/** Failures and spending are looked at over so many days. */
const healthDays = 7;

/** How long single messages of a day took from being made until Meta had them, by lane: the slowest but one in a hundred. */
async function sendTimes(tx: Tx, orgId: string, now: Date) {
  const dayAgo = new Date(now.getTime() - dayMs);
  const rows = await queryRows<{ category: string | null; messages: number; p99Ms: number }>(
    tx,
    `select t.category, count(*)::int as messages,
        percentile_disc(0.99) within group (order by extract(epoch from m.accepted_at - m.created_at) * 1000)::float8 as "p99Ms"
      from messages m left join templates t on t.org_id = $1 and t.id = m.template_id
      where m.org_id = $1 and m.campaign_id is null and m.created_at > $2 and m.id >= $3 and m.direction = 'out' and m.accepted_at is not null
      group by 1 order by 1 nulls first`,
    [orgId, dayAgo, leastIdAt(dayAgo)],
  );
  return rows.map(({ category, ...row }) => ({ lane: laneOf(category), ...row }));
}

async function failures(tx: Tx, orgId: string, now: Date) {
  const rows = await queryRows<{ code: number; count: number }>(
    tx,
    `select code, sum(count)::int as count from failure_hours where org_id = $1 and hour > $2
      group by 1 order by 2 desc, 1 limit 10`,
    [orgId, new Date(now.getTime() - healthDays * dayMs)],
  );
  return rows.map(({ code, count }) => {
    const known = code === noCode ? null : code;
    return { code: known, count, text: reasonOf(known).text };
  });
}

/** What is in the wallet, what a day of the last seven cost, and how many such days it lasts; null where nothing was spent. */
async function wallet(tx: Tx, orgId: string, now: Date) {
  const [row] = await queryRows<{ cents: number; spentCents: number }>(
    tx,
    `select coalesce((select balance_cents from ledger_accounts where org_id = $1 and name = 'wallet'), 0)::bigint as cents,
        coalesce((select sum(amount_cents) from revenue_days where org_id = $1 and day > $2::date), 0)::bigint as "spentCents"`,
    [orgId, dayOf(new Date(now.getTime() - healthDays * dayMs))],
  );
  const { cents, spentCents } = row!;
  const dailyCents = Math.round(spentCents / healthDays);
  return { cents, dailyCents, daysLeft: dailyCents > 0 ? Math.floor(cents / dailyCents) : null };
}

async function lastPayment(tx: Tx, orgId: string) {
  const [row] = await queryRows<{ at: Date; cents: number }>(
    tx,
    `select j.created_at as at, (select coalesce(sum(p.amount_cents), 0) from postings p
        where p.org_id = $1 and p.entry_id = j.id and p.amount_cents > 0)::bigint as cents
      from journal_entries j where j.org_id = $1 and j.kind in ('top_up', 'invoice_paid', 'claim')
      order by j.created_at desc limit 1`,
    [orgId],
  );
  return row ?? null;
}

const numbersOf = `select n.phone_number_id as "phoneNumberId", n.display_phone_number as number, n.verified_name as name,
    n.quality_rating as quality, a.portfolio_limit as "messagingLimit", a.last_webhook_at as "lastWebhookAt",
    a.last_webhook_error_at as "lastWebhookErrorAt"
  from phone_numbers n join whatsapp_accounts a on a.org_id = $1 and a.id = n.whatsapp_account_id
  where n.org_id = $1 and a.status <> 'disconnected' order by n.created_at, n.phone_number_id limit 20`;

interface NumberRow {
  phoneNumberId: string;
  number: string;
  name: string;
  quality: string | null;
  messagingLimit: string | null;
  lastWebhookAt: Date | null;
  lastWebhookErrorAt: Date | null;
}

/** Current problems: of the platform, and of the organisation's own accounts. */
async function incidents(tx: Tx, orgId: string) {
  const open = await listAlerts(tx, { open: true, limit: 10 });
  const accounts = await queryRows<{ id: string; name: string; reason: Reason | null; since: Date }>(
    tx,
    `select id, coalesce(nullif(name, ''), waba_id) as name, status_reason as reason, updated_at as since
      from whatsapp_accounts where org_id = $1 and status = 'suspended' order by id limit 10`,
    [orgId],
  );
  return [
    ...open.map(({ id, message, openedAt }) => ({ id, text: message, since: openedAt })),
    ...accounts.map(({ id, name, reason, since }) => ({
      id,
      text: [m.insights_health_suspended_text({ name }), accountReasonWords(reason)]
        .filter(Boolean)
        .join(": "),
      since,
    })),
  ];
}

/**
 * How an organisation fares: whether Meta's reports come, how fast single messages go, what failed, quality, the wallet,
 * and what is wrong. One figure for its members and for staff. @throws DomainError `organisation.not_found`.
 */
export async function readHealth({
  services,
  input: { orgId },
}: {
  services: Pick<Services, "db" | "clock">;
  input: { orgId: string };
}) {
  const now = services.clock.now();
  return services.db.withSystem(async (tx) => {
    const [org] = await queryRows<{ name: string }>(tx, "select name from organisations where id = $1", [
      orgId,
    ]);
    if (!org) throw notFound("Organisation");
    const samples = await newestSamples(tx, now);
    return {
      businessName: org.name,
      /** Seconds that the oldest unapplied report of Meta's waits, of all organisations: one socket takes them all. */
      webhookLagSeconds: samples.find(({ series }) => series === "webhooks:lag")?.value ?? null,
      sendTimes: await sendTimes(tx, orgId, now),
      failures: await failures(tx, orgId, now),
      numbers: await queryRows<NumberRow>(tx, numbersOf, [orgId]),
      wallet: await wallet(tx, orgId, now),
      lastPayment: await lastPayment(tx, orgId),
      incidents: await incidents(tx, orgId),
    };
  });
}

export type Health = Awaited<ReturnType<typeof readHealth>>;
