import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import type { Merge } from "#app/domain/record/contactTables.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** SQL: since when the customer waits, in one of the two; a snoozed one says it elsewhere. */
const since = sql`least(kept.waiting_since, kept.snoozed_waiting_since, gone.waiting_since, gone.snoozed_waiting_since)`;

/** SQL: the state of both together. An open or waiting one ends the snooze of the other. */
const state = sql`case
  when 'waiting' in (kept.state, gone.state) then 'waiting'
  when 'open' in (kept.state, gone.state) then case when ${since} is null then 'open' else 'waiting' end
  when 'snoozed' in (kept.state, gone.state) then 'snoozed'
  else 'closed' end`;

/** SQL: the rows of each deleted conversation move to the kept one. */
const moveRows = (orgId: OrgId, table: string) => sql`
  update ${sql.identifier(table)} as moved set conversation_id = kept_id from pairs
  where moved.org_id = ${orgId} and moved.conversation_id = gone_id`;

/**
 * Moves the conversations of a contact to the one that it is merged into. Where both have one with the same number, the
 * kept one gets notes, scheduled messages, satisfaction and state of the other, which is deleted.
 */
export async function mergeConversations(tx: Tx, { orgId, keptId, goneId }: Merge): Promise<void> {
  await tx.execute(sql`
    update conversations as moved set contact_id = ${keptId}
    where org_id = ${orgId} and contact_id = ${goneId} and not exists (
      select 1 from conversations as other
      where other.org_id = ${orgId} and other.contact_id = ${keptId} and other.phone_number_id = moved.phone_number_id)`);
  await tx.execute(sql`
    with gone as (
      select * from conversations where org_id = ${orgId} and contact_id = ${goneId}
    ), pairs as (
      select gone.id as gone_id, kept.id as kept_id from gone join conversations as kept
        on kept.org_id = ${orgId} and kept.contact_id = ${keptId} and kept.phone_number_id = gone.phone_number_id
    ), notes as (${moveRows(orgId, "conversation_notes")}), scheduled as (${moveRows(orgId, "scheduled_messages")}), requests as (${moveRows(orgId, "satisfaction_requests")})
    update conversations as kept set
      state = ${state},
      waiting_since = case when ${state} = 'waiting' then ${since} end,
      snoozed_until = case when ${state} = 'snoozed' then least(kept.snoozed_until, gone.snoozed_until) end,
      snoozed_by = case when ${state} = 'snoozed' then coalesce(kept.snoozed_by, gone.snoozed_by) end,
      snoozed_waiting_since = case when ${state} = 'snoozed' then ${since} end,
      awaits_first_reply = kept.awaits_first_reply and gone.awaits_first_reply,
      assigned_to = coalesce(kept.assigned_to, gone.assigned_to),
      team_id = coalesce(kept.team_id, gone.team_id),
      labels = array(select distinct unnest(kept.labels || gone.labels)),
      last_message_id = case when gone.last_message_at > kept.last_message_at then gone.last_message_id else kept.last_message_id end,
      last_message = case when gone.last_message_at > kept.last_message_at then gone.last_message else kept.last_message end,
      last_message_at = greatest(kept.last_message_at, gone.last_message_at),
      unread = kept.unread + gone.unread,
      window_ends_at = greatest(kept.window_ends_at, gone.window_ends_at),
      ad_at = greatest(kept.ad_at, gone.ad_at)
    from gone
    where kept.org_id = ${orgId} and kept.contact_id = ${keptId} and kept.phone_number_id = gone.phone_number_id`);
  await tx.execute(sql`delete from conversations where org_id = ${orgId} and contact_id = ${goneId}`);
  notifyPages(tx, orgId, "conversations");
}
