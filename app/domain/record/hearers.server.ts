import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { Actor } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

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
  orgId: OrgId;
  actor: Actor;
  eventId: string;
  name: string;
  subject: string | null;
  data: unknown;
}

const contactOf = ({ subject, data }: Heard): string | null =>
  (data as { contactId?: string | null }).contactId ?? (subject?.startsWith("con_") ? subject : null);

/**
 * Makes a task of an event for each rule and connection that waits for it, in the transaction of the deed; none while staff have switched integrations off.
 */
export async function tellHearers(tx: Tx, heard: Heard): Promise<void> {
  if (!heardEvents.has(heard.name)) return;
  const { orgId, actor, eventId, name } = heard;
  const job = actor.kind === "job" ? actor.name : "";
  await tx.execute(sql`
    insert into event_tasks (org_id, id, kind, subscriber_id, event_id, state, due_at, contact_id)
    select ${orgId}, new_id('run'), hearer.kind, hearer.id, ${eventId}, 'waiting', 'epoch'::timestamptz, ${contactOf(heard)}
    from (
      select 'rule' as kind, id from rules where org_id = ${orgId} and is_on and event = ${name} and ${job !== ruleJob}
      union all
      select 'connection', id from connections
      where org_id = ${orgId} and status = 'connected' and ${name} = any(events) and 'sync:' || id <> ${job}
    ) as hearer
    where not exists (select 1 from feature_switches w
      where w.org_id = ${orgId} and w.feature = 'integrations' and w.ended_at is null)
    on conflict do nothing`);
}
