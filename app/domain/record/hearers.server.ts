import { clientOf, type Tx } from "#app/db/client.server.ts";
import { notify } from "#app/db/notify.server.ts";
import type { Actor } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Notified when tasks or vendor notices were stored. */
export const eventTasksChannel = "tarishi_event_tasks";

/** Events that rules and connected services can wait for. Others cost nothing. */
export const heardEvents: ReadonlySet<string> = new Set([
  "message.received",
  "message.reply_sent",
  "message.template_sent",
  "contact.created",
  "contact.created_by_whatsapp",
  "contact.changed",
  "contact.opted_in",
  "contact.opted_out",
  "campaign.completed",
  "order.placed",
  "order.fulfilled",
  "cart.abandoned",
  "paybill.payment_received",
]);

/** The actor of what a rule does: it starts no other rule, so that rules never run in a circle. */
export const ruleJob = "rule";
/** The actor of what a connection brought in, which that connection is not told again. */
export const syncJob = (connectionId: string) => `sync:${connectionId}`;

interface Heard {
  eventId: string;
  subject: string | null;
  data: unknown;
}

const contactOf = ({ subject, data }: Heard): string | null =>
  (data as { contactId?: string | null }).contactId ?? (subject?.startsWith("con_") ? subject : null);

// Tasks of one subscriber run in the order of their ids, so the ids follow the order of the events.
const tasksText = `
insert into event_tasks (org_id, id, kind, subscriber_id, event_id, state, due_at, contact_id)
select $1, left(new_id('run'), 16) || lpad(to_hex(e.place), 4, '0') || right(new_id('run'), 16),
  hearer.kind, hearer.id, e.id, 'waiting', 'epoch'::timestamptz, e.contact_id
from jsonb_to_recordset($2::jsonb) as e(place int, id text, contact_id text) cross join (
  select 'rule' as kind, id from rules where org_id = $1 and is_on and event = $3 and $4 <> '${ruleJob}'
  union all
  select 'connection', id from connections
  where org_id = $1 and status = 'connected' and $3 = any(events) and 'sync:' || id <> $4
) as hearer
where not exists (select 1 from feature_switches w
  where w.org_id = $1 and w.feature = 'integrations' and w.ended_at is null)
order by e.place
on conflict do nothing`;

/**
 * Makes a task of each event for each rule and connection that waits for it, in the transaction of the deed; none while staff have switched integrations off.
 */
export async function tellHearers(
  tx: Tx,
  { orgId, actor, name }: { orgId: OrgId; actor: Actor; name: string },
  heard: readonly Heard[],
): Promise<void> {
  if (!heardEvents.has(name)) return;
  const tasks = heard.map((each, place) => ({ place, id: each.eventId, contact_id: contactOf(each) }));
  const client = clientOf(tx);
  const { rowCount } = await client.query({
    name: "make-event-tasks",
    text: tasksText,
    values: [orgId, JSON.stringify(tasks), name, actor.kind === "job" ? actor.name : ""],
  });
  if (rowCount) await notify(client, eventTasksChannel);
}
