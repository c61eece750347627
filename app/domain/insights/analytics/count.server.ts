import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { isAmongIdsOf, isInRangeOf, leastIdAt } from "#app/domain/messaging/messages/idRange.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { countFigures } from "./countFigures.server.ts";
import { noCode } from "./schemas.ts";
import { countedDays } from "./windows.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/**
 * Recounts an organisation's analytics from the rows: its last `days`, or the whole displayed range when it
 * was never counted. Concurrent counts wait for each other. Sending and receiving never depend on it.
 */
export async function countAnalytics({
  ctx,
  input,
}: {
  ctx: Pick<OrgContext, "db" | "clock" | "orgId">;
  input: { days: number };
}): Promise<void> {
  const { orgId } = ctx;
  const now = ctx.clock.now();
  const begun = performance.now();
  await ctx.db.for("long").withOrg(orgId, async (tx) => {
    await tx.execute(sql`insert into analytics_counts (org_id) values (${orgId}) on conflict do nothing`);
    const { rows } = await tx.execute<{ counted: boolean }>(
      sql`select counted_at is not null as counted from analytics_counts where org_id = ${orgId} for update`,
    );
    const days = rows[0]?.counted ? input.days : countedDays;
    const from = new Date(Math.floor((now.getTime() - days * dayMs) / hourMs) * hourMs);
    await countSingles(tx, orgId, from);
    await sumSingleDays(tx, orgId, from);
    await countSingleFailures(tx, orgId, from);
    await countPeople(tx, orgId, { from, now });
    await countCampaigns(tx, orgId, now);
    await countFigures(tx, { orgId, now, from });
    const tookMs = Math.round(performance.now() - begun);
    await tx.execute(sql`
      update analytics_counts set counted_at = ${now.toISOString()}::timestamptz, took_ms = ${tookMs},
        active_contacts = (select count(*) from contacts where org_id = ${orgId} and opted_out_at is null)
      where org_id = ${orgId}`);
  });
}

/** What was sent singly. An answer is the customer's message that follows in the thread, before anything else is sent. */
async function countSingles(tx: Tx, orgId: OrgId, from: Date): Promise<void> {
  const since = sql`${from.toISOString()}::timestamptz`;
  await tx.execute(sql`delete from single_message_hours where org_id = ${orgId} and hour >= ${since}`);
  await tx.execute(sql`
    insert into single_message_hours (org_id, hour, phone_number_id, template_id, author_user_id, tried, sent, delivered, read, replied, failed, cost_cents)
    select m.org_id, date_trunc('hour', m.created_at), m.phone_number_id, coalesce(m.template_id, ''), coalesce(m.author_user_id, ''),
      count(*) filter (where m.state >= 'accepted' and m.state <> 'cancelled'),
      count(*) filter (where m.state between 'accepted' and 'read'),
      count(*) filter (where m.state between 'delivered' and 'read'),
      count(*) filter (where m.state = 'read'),
      count(*) filter (where m.state between 'accepted' and 'read' and next.direction = 'in'),
      count(*) filter (where m.state = 'failed'),
      coalesce(sum(greatest(0, h.settled_messages - h.included_messages)::bigint * h.price_cents_per_message), 0)
    from messages m
    left join holds h on h.org_id = ${orgId} and h.subject_id = m.id
    left join lateral (
      select n.direction from messages n
      where n.org_id = ${orgId} and n.contact_id = m.contact_id and n.id > m.id and n.phone_number_id = m.phone_number_id
      order by n.id limit 1
    ) next on true
    where m.org_id = ${orgId} and m.campaign_id is null and m.direction = 'out' and m.created_at >= ${since}
      and m.id >= ${leastIdAt(from)}
    group by 1, 2, 3, 4, 5
    returning 1`);
}

/** The days of which an hour was counted, from all of their hours. */
async function sumSingleDays(tx: Tx, orgId: OrgId, from: Date): Promise<void> {
  const since = sql`${new Date(Math.floor(from.getTime() / dayMs) * dayMs).toISOString()}::timestamptz`;
  await tx.execute(sql`delete from single_message_days where org_id = ${orgId} and day >= ${since}`);
  await tx.execute(sql`
    insert into single_message_days (org_id, day, phone_number_id, template_id, author_user_id, tried, sent, delivered, read, replied, failed, cost_cents)
    select org_id, date_trunc('day', hour, 'UTC'), phone_number_id, template_id, author_user_id,
      sum(tried), sum(sent), sum(delivered), sum(read), sum(replied), sum(failed), sum(cost_cents)
    from single_message_hours where org_id = ${orgId} and hour >= ${since} group by 1, 2, 3, 4, 5
    returning 1`);
}

async function countSingleFailures(tx: Tx, orgId: OrgId, from: Date): Promise<void> {
  const since = sql`${from.toISOString()}::timestamptz`;
  await tx.execute(
    sql`delete from failure_hours where org_id = ${orgId} and campaign_id = '' and hour >= ${since}`,
  );
  await tx.execute(sql`
    insert into failure_hours (org_id, hour, campaign_id, code, count)
    select org_id, date_trunc('hour', created_at), '', coalesce(error_code, ${noCode}::int), count(*) from messages
    where org_id = ${orgId} and campaign_id is null and direction = 'out' and state = 'failed' and created_at >= ${since}
      and id >= ${leastIdAt(from)}
    group by 1, 2, 4
    returning 1`);
}

/**
 * Contacts who wrote, and who were messaged singly. A contact of an accepted message stays counted, whatever
 * its result.
 */
async function countPeople(tx: Tx, orgId: OrgId, { from, now }: { from: Date; now: Date }): Promise<void> {
  const oldest = new Date(now.getTime() - (countedDays + 1) * dayMs);
  await tx.execute(sql`
    insert into contact_hours (org_id, hour, contact_id)
    select distinct org_id, date_trunc('hour', case when direction = 'in' then created_at else accepted_at end), contact_id
    from messages
    where org_id = ${orgId} and campaign_id is null and created_at >= ${from.toISOString()}::timestamptz
      and id >= ${leastIdAt(from)}
      and contact_id is not null and (direction = 'in' or accepted_at is not null)
    on conflict do nothing`);
  // Nothing is shown from before, and each row names a person.
  await tx.execute(
    sql`delete from contact_hours where org_id = ${orgId} and hour < ${oldest.toISOString()}::timestamptz`,
  );
}

/** Only campaigns whose totals of failed or accepted messages changed are read again. */
async function countCampaigns(tx: Tx, orgId: OrgId, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - countedDays * dayMs);
  const { rows } = await tx.execute<{ id: string; failed: number; accepted: number }>(sql`
    select c.id, t.failed, t.accepted from campaigns c
    cross join lateral (
      select coalesce(sum(count) filter (where state = 'failed'), 0)::int as failed,
        coalesce(sum(count) filter (where state between 'accepted' and 'read'), 0)::int as accepted
      from campaign_totals t where t.org_id = ${orgId} and t.campaign_id = c.id
    ) t
    left join counted_campaigns k on k.org_id = ${orgId} and k.campaign_id = c.id
    where c.org_id = ${orgId} and c.started_at >= ${oldest.toISOString()}::timestamptz
      and (k.failed is distinct from t.failed or k.accepted is distinct from t.accepted)`);
  for (const campaign of rows) await countCampaign(tx, orgId, campaign);
}

async function countCampaign(
  tx: Tx,
  orgId: OrgId,
  { id, failed, accepted }: { id: string; failed: number; accepted: number },
): Promise<void> {
  await tx.execute(sql`delete from failure_hours where org_id = ${orgId} and campaign_id = ${id}`);
  if (failed > 0)
    await tx.execute(sql`
      insert into failure_hours (org_id, hour, campaign_id, code, count)
      select m.org_id, date_trunc('hour', c.started_at), c.id, coalesce(m.error_code, ${noCode}::int), count(*)
      from campaigns c join messages m on m.org_id = ${orgId} and m.campaign_id = c.id and ${sql.raw(isInRangeOf("m", "c"))}
        and m.state = 'failed'
      where c.org_id = ${orgId} and c.id = ${id} group by 1, 2, 3, 4
      returning 1`);
  await tx.execute(sql`
    insert into contact_hours (org_id, hour, contact_id)
    select distinct org_id, date_trunc('hour', accepted_at), contact_id from messages
    where org_id = ${orgId} and campaign_id = ${id} and ${isAmongIdsOf("messages", orgId, id)}
      and accepted_at is not null and contact_id is not null
    on conflict do nothing`);
  await tx.execute(sql`
    insert into counted_campaigns (org_id, campaign_id, failed, accepted) values (${orgId}, ${id}, ${failed}, ${accepted})
    on conflict (org_id, campaign_id) do update set failed = excluded.failed, accepted = excluded.accepted`);
}
