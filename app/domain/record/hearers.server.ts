import type { Queryable } from "#app/db/client.server.ts";
import { notify } from "#app/db/notify.server.ts";
import type { Actor } from "#app/platform/context.ts";

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

/** Whom an event is about, where that is a contact. */
export const contactOf = ({ subject, data }: { subject: string | null; data: unknown }): string | null =>
  (data as { contactId?: string | null }).contactId ?? (subject?.startsWith("con_") ? subject : null);

/** The job as which an event was caused, if it was one. */
export const ruledBy = (actor: Actor): string => (actor.kind === "job" ? actor.name : "");

/**
 * SQL: a task of each event in `events` (JSON) for each rule and connection of organisation `$1` that waits for it; none
 * while staff have switched integrations off. Tasks of one subscriber run in the order of their ids, so the ids follow the
 * order of the events.
 */
export const tasksText = (events: string, job: string) => `
insert into event_tasks (org_id, id, kind, subscriber_id, event_id, state, due_at, contact_id)
select $1, left(new_id('run'), 16) || lpad(to_hex(e.place), 4, '0') || right(new_id('run'), 16),
  hearer.kind, hearer.id, e.id, 'waiting', 'epoch'::timestamptz, e.contact_id
from jsonb_to_recordset(${events}::jsonb) as e(place int, id text, name text, contact_id text) join (
  select 'rule' as kind, id, event from rules where org_id = $1 and is_on and ${job} <> '${ruleJob}'
  union all
  select 'connection', id, unnest(events) from connections
  where org_id = $1 and status = 'connected' and 'sync:' || id <> ${job}
) as hearer on hearer.event = e.name
where not exists (select 1 from feature_switches w
  where w.org_id = $1 and w.feature = 'integrations' and w.ended_at is null)
order by e.place
on conflict do nothing`;

/** Wakes whoever does tasks, when the transaction commits. */
export const notifyTasks = (client: Queryable): Promise<void> => notify(client, eventTasksChannel);
