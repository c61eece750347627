import { clientOf, type Tx } from "#app/db/client.server.ts";
import { dailyLedgerSettings } from "#app/db/schema/insights/dailyLedgers.ts";
import { notificationChoices } from "#app/db/schema/record/notifications.ts";
import { type CheckResult, connectionChecks } from "#app/db/schema/whatsapp/accounts.ts";
import { closeDailyLedgersJob } from "#app/domain/insights/dailyLedger/jobs.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { dayMs, minuteMs } from "./seed.ts";

/**
 * Customers' waiting times, Meta's reports on each number over time, the team's notification settings, a
 * connection check, and public daily ledgers, which the worker closes.
 */
export async function loadInsights(
  tx: Tx,
  { now, jobs }: { now: Date; jobs: Services["jobs"] },
  shop: { orgId: OrgId; memberIds: readonly string[] },
): Promise<void> {
  const client = clientOf(tx);
  for (const text of [waits, satisfaction, quality, traffic]) await client.query({ text, values: [now] });
  await tx.insert(dailyLedgerSettings).values({ orgId: shop.orgId, isPublic: true });
  await jobs.enqueue(closeDailyLedgersJob, { orgId: shop.orgId }, { tx });
  const [owner, ...team] = shop.memberIds;
  await tx
    .insert(notificationChoices)
    .values([
      { orgId: shop.orgId, userId: owner!, kind: "money", way: "mail" as const },
      { orgId: shop.orgId, userId: owner!, kind: "campaigns", way: "digest" as const },
      ...team.map((userId) => ({ orgId: shop.orgId, userId, kind: "templates", way: "off" as const })),
    ]);
  const { rows } = await client.query<{ id: string; numbers: string[] }>({
    text: `select a.id, array_agg(n.display_phone_number order by n.display_phone_number) as numbers from whatsapp_accounts a
      join phone_numbers n on n.org_id = a.org_id and n.whatsapp_account_id = a.id
      where a.org_id = $1 and a.status = 'connected' group by 1`,
    values: [shop.orgId],
  });
  for (const { id, numbers } of rows)
    await tx.insert(connectionChecks).values({
      orgId: shop.orgId,
      whatsappAccountId: id,
      checkedAt: new Date(now.getTime() - 2 * dayMs),
      results: resultsFor(numbers, new Date(now.getTime() - 2 * dayMs - 9 * minuteMs)),
    });
}

const resultsFor = (numbers: readonly string[], lastReport: Date): CheckResult[] => [
  { check: "reachability", outcome: "good", found: "answers" },
  { check: "token", outcome: "good", found: "valid" },
  { check: "scopes", outcome: "good", found: "granted" },
  { check: "subscription", outcome: "good", found: "subscribed" },
  ...numbers.map((number) => ({
    check: "registration" as const,
    number,
    outcome: "good" as const,
    found: "connected",
  })),
  { check: "payment", outcome: "good", found: "no_problem" },
  { check: "webhooks", outcome: "good", found: "good", detail: lastReport.toISOString() },
];

/** Each reply of a member ended the wait since the customer's message before it. */
const waits = `
  insert into answered_waits (org_id, message_id, conversation_id, answered_by, is_first_reply, waiting_since, answered_at, due_at)
  select m.org_id, m.id, v.id, m.author_user_id, true, m.asked_at, m.created_at, m.asked_at + interval '30 minutes' from (
    select org_id, id, contact_id, phone_number_id, author_user_id, direction, created_at,
      lag(direction) over thread as before, lag(created_at) over thread as asked_at
    from messages where campaign_id is null and created_at <= $1::timestamptz
    window thread as (partition by org_id, contact_id, phone_number_id order by created_at, id)
  ) m
  join conversations v on v.org_id = m.org_id and v.contact_id = m.contact_id and v.phone_number_id = m.phone_number_id
  where m.direction = 'out' and m.before = 'in' and m.author_user_id is not null
  on conflict do nothing`;

/** The customers of every second first reply were asked, and most of them answered. */
const satisfaction = `
  insert into satisfaction_requests (org_id, id, conversation_id, message_id, closed_by, team_id, requested_at, score, answered_at)
  select w.org_id, new_id('sat'), w.conversation_id, null, w.answered_by, w.team_id, w.answered_at + interval '40 minutes',
    case when a.is_answered then 5 - least(n.value % 7 / 2, 4) end,
    case when a.is_answered then w.answered_at + interval '44 minutes' end
  from answered_waits w
  cross join lateral (select (hashtext(w.message_id) & 2147483647) / 2 as value, (hashtext(w.message_id) & 1) = 0 as is_asked) n
  cross join lateral (select n.value % 5 > 0 as is_answered) a
  where w.is_first_reply and w.answered_by is not null and n.is_asked
    and w.answered_at < $1::timestamptz - interval '1 hour'
    and not exists (select 1 from satisfaction_requests r where r.org_id = w.org_id and r.conversation_id = w.conversation_id)`;

/** A new number starts with a low limit; one with lower quality lost some a while ago. */
const quality = `
  insert into number_quality (org_id, phone_number_id, at, quality_rating, messaging_limit, source)
  select n.org_id, n.phone_number_id, t.at, t.rating, t.tier, t.source
  from phone_numbers n cross join lateral (values
    (n.registered_at, 'UNKNOWN', 'TIER_250', 'check'),
    (n.registered_at + interval '5 days', 'GREEN', null, 'webhook'),
    (n.registered_at + interval '12 days', null, 'TIER_2K', 'webhook'),
    (case when n.quality_rating <> 'GREEN' then $1::timestamptz - interval '9 days' end, n.quality_rating, null, 'webhook')
  ) as t(at, rating, tier, source)
  where t.at between n.registered_at and $1::timestamptz
  on conflict do nothing`;

/** Reports arrived until a moment ago. */
const traffic = `
  update whatsapp_accounts set last_webhook_at = date_trunc('minute', $1::timestamptz - interval '12 minutes')
  where status = 'connected' and last_webhook_at is null`;
