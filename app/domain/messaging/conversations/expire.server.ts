import { eq, type SQL, sql } from "drizzle-orm";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { retentionReports, retentionRuns } from "#app/db/schema/organisations/retention.ts";
import {
  type IdRange,
  isInRangeOf,
  leastIdAt,
  rangeColumns,
} from "#app/domain/messaging/messages/idRange.ts";
import { defaultRetentionDays } from "#app/domain/organisations/privacy/words.ts";
import { signRedactions, type Touched } from "#app/domain/record/audit/redact.server.ts";
import { webhookEventDays } from "#app/domain/whatsapp/webhookEvents/fieldRules.ts";
import type { Services } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { describeError } from "#app/platform/run/describeError.ts";
import { periodDays } from "#app/platform/time/periods.ts";

const batchRows = 2000;

/** The totals of one night. */
interface Tally {
  organisations: number;
  conversations: number;
  messages: number;
  campaigns: number;
  batches: number;
}
interface Due {
  orgId: OrgId;
  days: number;
  before: string;
}

/**
 * Nightly retention, with a report for the platform and one for each affected organisation: deletes
 * conversations whose last message is older than the organisation's retention, with their messages and
 * notifications; received templates keep an anonymous row as long as analytics count it. Empties the
 * variables of campaigns that ended before it (the rows stay, for the campaign's report); forgets
 * which webhooks were applied. In batches, so that nothing waits for it. The ledger and the activity log are not touched.
 */
export async function expireConversations({ services }: { services: Services }): Promise<Tally> {
  const startedAt = services.clock.now();
  const id = newId("rrn", startedAt.getTime());
  const tally: Tally = {
    organisations: 0,
    conversations: 0,
    messages: 0,
    campaigns: 0,
    batches: 0,
  };
  await services.db.withSystem((tx) => tx.insert(retentionRuns).values({ id, startedAt }));
  const note = (end: { finishedAt?: Date; error?: string }) =>
    services.db.withSystem((tx) =>
      tx
        .update(retentionRuns)
        .set({ ...tally, ...end })
        .where(eq(retentionRuns.id, id)),
    );
  try {
    for (const due of await organisationsDue(services)) await expireOrganisation(services, id, due, tally);
    await expireUnnamed(services, tally);
    tally.campaigns = await emptyCampaigns(services, tally);
    await expireAppliedEvents(services, tally);
    await note({ finishedAt: services.clock.now() });
  } catch (error) {
    await note({ error: describeError(error).message.slice(0, 500) });
    throw error;
  }
  return tally;
}

const cutoff = (now: Date, days: SQL) =>
  sql`${now.toISOString()}::timestamptz - make_interval(days => ${days})`;
const keptDays = sql`coalesce(d.retention_days, ${defaultRetentionDays})`;

/** The organisations that have something to delete, found along the index of each one's conversations. */
async function organisationsDue({ db, clock }: Services): Promise<Due[]> {
  const { rows } = await db.withSystem((tx) =>
    tx.execute<{ orgId: OrgId; days: number; before: Date }>(sql`
      select o.id as "orgId", ${keptDays} as days, ${cutoff(clock.now(), keptDays)} as before
      from organisations o left join data_settings d on d.org_id = o.id
      where exists (select 1 from conversations c where c.org_id = o.id
        and c.last_message_at < ${cutoff(clock.now(), keptDays)})
      order by o.id`),
  );
  return rows.map(({ before, ...due }) => ({ ...due, before: new Date(before).toISOString() }));
}

/** Deletes one organisation's expired conversations in batches and stores its report. */
async function expireOrganisation(
  { config, db, clock }: Services,
  runId: string,
  { orgId, days, before }: Due,
  tally: Tally,
): Promise<void> {
  const done = { conversations: 0, messages: 0, emptied: 0 };
  for (;;) {
    const { conversations, messages, emptied } = await db.withSystem(async (tx) => {
      const batch = await tx.execute<Omit<typeof done, "conversations"> & { ids: string[] }>(
        expiredBatch(orgId, before),
      );
      const { ids, ...counts } = batch.rows[0]!;
      if (ids.length > 0) {
        notifyPages(tx, orgId, "conversations", "messages");
        await signRedactions(tx, { config, clock, orgId }, await deleteNotices(tx, orgId, ids));
      }
      return { ...counts, conversations: ids.length };
    });
    done.conversations += conversations;
    done.messages += messages;
    done.emptied += emptied;
    tally.batches++;
    if (conversations < batchRows) break;
  }
  if (done.conversations === 0) return;
  tally.organisations++;
  tally.conversations += done.conversations;
  tally.messages += done.messages;
  await db.withSystem((tx) =>
    tx.insert(retentionReports).values({ orgId, runId, at: clock.now(), retentionDays: days, ...done }),
  );
}

const ofGone = sql`m.org_id = g.org_id and m.contact_id = g.contact_id and m.phone_number_id = g.phone_number_id
  and m.campaign_id is null`;
const arrivedTemplate = sql`(m.template_id is not null and m.state in ('delivered', 'read'))`;

const expiredBatch = (orgId: OrgId, before: string) => sql`
  with gone as (
    delete from conversations where org_id = ${orgId} and id in (
      select id from conversations where org_id = ${orgId} and last_message_at < ${before}::timestamptz limit ${batchRows})
      -- Checked again: a row may have been written to since.
      and last_message_at < ${before}::timestamptz
    returning org_id, id, phone_number_id, contact_id
  ), deleted as (
    delete from messages m using gone g where ${ofGone} and not ${arrivedTemplate} returning 1
  ), emptied as (
    update messages m set contact_id = null, recipient = null, author_user_id = null, variables = '{}', body = null, search_text = null
    from gone g where ${ofGone} and ${arrivedTemplate} returning 1
  ), emptied_sms as (
    update sms_messages s set contact_id = null, recipient = null, body = '' from gone g
    where s.org_id = ${orgId} and s.contact_id = g.contact_id and s.created_at < ${before}::timestamptz returning 1
  )
  select (select coalesce(array_agg(id), '{}') from gone) as ids, (select count(*) from deleted)::int as messages,
    (select count(*) from emptied)::int as emptied`;

/** Deletes the notifications of conversations, also of earlier versions; returns those that earlier versions sealed. */
async function deleteNotices(tx: Tx, orgId: OrgId, conversationIds: readonly string[]): Promise<Touched[]> {
  const deleted = await queryRows<{ id: string }>(tx, "select id from delete_message_notices($1, $2) as id", [
    orgId,
    conversationIds,
  ]);
  if (deleted.length === 0) return [];
  return queryRows<Touched>(
    tx,
    `select event_id as "eventId", hash as seal from event_seals where org_id = $1 and event_id = any($2)`,
    [orgId, deleted.map(({ id }) => id)],
  );
}

/** Runs a statement until it finds less than a batch; returns its total number of rows. */
async function inBatches({ db }: Services, tally: Tally, statement: SQL): Promise<number> {
  let total = 0;
  for (;;) {
    const { rowCount } = await db.withSystem((tx) => tx.execute(statement));
    total += rowCount ?? 0;
    tally.batches++;
    if ((rowCount ?? 0) < batchRows) return total;
  }
}

const daysAgo = ({ clock }: Services, days: number) =>
  new Date(clock.now().getTime() - days * 86_400_000).toISOString();

/** Deletes anonymous rows that no figure counts any longer. */
async function expireUnnamed(services: Services, tally: Tally): Promise<void> {
  const countedBefore = daysAgo(services, Math.max(...Object.values(periodDays)));
  tally.messages += await inBatches(
    services,
    tally,
    sql`delete from messages where (org_id, id) in (
      select org_id, id from messages
      where campaign_id is null and contact_id is null and created_at < ${countedBefore}::timestamptz
        and id < ${leastIdAt(new Date(countedBefore))} limit ${batchRows})`,
  );
}

/** Which webhooks were applied, as long as a repeated one may come, and processes that ended. */
async function expireAppliedEvents(services: Services, tally: Tally): Promise<void> {
  const before = daysAgo(services, webhookEventDays);
  await inBatches(
    services,
    tally,
    sql`delete from applied_events where (org_id, key) in (
      select org_id, key from applied_events where applied_at < ${before}::timestamptz limit ${batchRows})`,
  );
  await inBatches(
    services,
    tally,
    sql`delete from heartbeats where process_id in (
      select process_id from heartbeats where seen_at < ${before}::timestamptz limit ${batchRows})`,
  );
}

/**
 * Empties the variables of campaigns that ended before, along their running numbers: one whose last row is
 * empty is done, so that earlier nights' work is not read again.
 */
async function emptyCampaigns({ db, clock }: Services, tally: Tally): Promise<number> {
  const { rows: campaigns } = await db.withSystem((tx) =>
    tx.execute<{ orgId: string; id: string; recipients: number } & IdRange>(sql`
      select c.org_id as "orgId", c.id, c.recipient_count as recipients, ${sql.raw(rangeColumns)} from campaigns c
      join messages m on m.org_id = c.org_id and m.campaign_id = c.id and m.sequence = c.recipient_count
        and ${sql.raw(isInRangeOf("m", "c"))}
      left join data_settings d on d.org_id = c.org_id
      where c.completed_at < ${cutoff(clock.now(), keptDays)} and m.variables <> '{}'`),
  );
  for (const { orgId, id, recipients, messagesFrom, messagesTo } of campaigns) {
    for (let first = 1; first <= recipients; first += batchRows) {
      tally.batches++;
      await db.withSystem((tx) =>
        tx.execute(sql`
          update messages set variables = '{}' where org_id = ${orgId} and campaign_id = ${id}
            and id >= ${messagesFrom} and id < ${messagesTo} and sequence between ${first} and ${first + batchRows - 1} and variables <> '{}'`),
      );
    }
  }
  return campaigns.length;
}
