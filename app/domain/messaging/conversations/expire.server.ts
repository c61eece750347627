import { sql } from "drizzle-orm";
import type { Services } from "#app/platform/context.ts";
import { periodDays } from "#app/platform/periods.ts";

/** What the privacy policy promises: conversations are kept about this long after their last message. */
export const conversationRetentionDays = 30;
/** Meta repeats a webhook for up to 7 days (facts/whatsapp-cloud-api.md §4.2); its key is kept well beyond. */
const webhookRetentionDays = 30;

const batchRows = 2000;

/**
 * Deletes conversations whose last message is older than the retention, with their messages and what was told of them; of
 * templates that arrived,
 * a row that names nobody stays as long as the analytics count it. Empties the variables of campaigns that ended before
 * it (the rows stay, for the campaign's report); deletes applied webhooks. In batches, so that nothing waits for it.
 */
export async function expireConversations({
  services,
}: {
  services: Services;
}): Promise<{ conversations: number }> {
  const now = services.clock.now().getTime();
  const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();
  const before = daysAgo(conversationRetentionDays);
  const countedBefore = daysAgo(Math.max(...Object.values(periodDays)));
  const webhooksBefore = daysAgo(webhookRetentionDays);
  let conversations = 0;
  const inBatches = async (statement: ReturnType<typeof sql>): Promise<number> => {
    let total = 0;
    for (;;) {
      const { rowCount } = await services.db.withSystem((tx) => tx.execute(statement));
      total += rowCount ?? 0;
      if ((rowCount ?? 0) < batchRows) return total;
    }
  };
  const ofGone = sql`m.org_id = g.org_id and m.contact_id = g.contact_id and m.phone_number_id = g.phone_number_id
    and m.campaign_id is null`;
  const arrivedTemplate = sql`(m.template_id is not null and m.state in ('delivered', 'read'))`;
  conversations += await inBatches(sql`
    with gone as (
      delete from conversations where (org_id, id) in (
        select org_id, id from conversations where last_message_at < ${before}::timestamptz limit ${batchRows})
        -- Asked again of a row that somebody was writing to.
        and last_message_at < ${before}::timestamptz
      returning org_id, id, phone_number_id, contact_id
    ), untold as (
      -- What the bell told of them: of earlier versions too.
      delete from events e using gone g where e.org_id = g.org_id and e.subject_id = g.id
        and e.type is null and e.name in ('message.received', 'legacy.noted')
    ), deleted as (
      delete from messages m using gone g where ${ofGone} and not ${arrivedTemplate}
    ), emptied as (
      update messages m set contact_id = null, recipient = null, author_user_id = null, variables = '{}', body = null, search_text = null
      from gone g where ${ofGone} and ${arrivedTemplate}
    )
    select 1 from gone`);
  await inBatches(sql`
    delete from messages where (org_id, id) in (
      select org_id, id from messages
      where campaign_id is null and contact_id is null and created_at < ${countedBefore}::timestamptz limit ${batchRows})`);
  await emptyCampaigns(services, before);
  await inBatches(sql`
    delete from webhook_events where id in (
      select id from webhook_events where processed_at < ${webhooksBefore}::timestamptz limit ${batchRows})`);
  await inBatches(sql`
    delete from applied_events where (org_id, key) in (
      select org_id, key from applied_events where applied_at < ${webhooksBefore}::timestamptz limit ${batchRows})`);
  await inBatches(sql`
    delete from heartbeats where process_id in (
      select process_id from heartbeats where seen_at < ${webhooksBefore}::timestamptz limit ${batchRows})`);
  return { conversations };
}

/**
 * Empties the variables of campaigns that ended before, along their running numbers: one whose last row is empty is done,
 * so that what earlier nights did is not read again.
 */
async function emptyCampaigns({ db }: Services, before: string): Promise<void> {
  const { rows: campaigns } = await db.withSystem((tx) =>
    tx.execute<{ orgId: string; id: string; recipients: number }>(sql`
      select c.org_id as "orgId", c.id, c.recipient_count as recipients from campaigns c
      join messages m on m.org_id = c.org_id and m.campaign_id = c.id and m.sequence = c.recipient_count
      where c.completed_at < ${before}::timestamptz and m.variables <> '{}'`),
  );
  for (const { orgId, id, recipients } of campaigns) {
    for (let first = 1; first <= recipients; first += batchRows)
      await db.withSystem((tx) =>
        tx.execute(sql`
          update messages set variables = '{}' where org_id = ${orgId} and campaign_id = ${id}
            and sequence between ${first} and ${first + batchRows - 1} and variables <> '{}'`),
      );
  }
}
