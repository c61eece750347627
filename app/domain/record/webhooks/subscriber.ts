import type { Queryable } from "#app/db/client.server.ts";
import type { KeyMode } from "#app/db/schema/record/webhooks.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Subscriber } from "../subscribers.ts";

/** Notified when deliveries were stored or replayed. */
export const deliveriesChannel = "tarishi_deliveries";

/**
 * SQL: stores what endpoints of `mode` want of `source`, rows (type, subject, at, data), and a delivery for each endpoint that
 * wants it. What becomes true of a message is stored once, so a report that comes again adds nothing. What is older than a
 * day when the first endpoint is created is history. `epoch`: at once, by any clock.
 */
export const deliveriesText = (mode: KeyMode, source: string): string => `outgoing as (
  insert into outgoing_events (org_id, id, type, mode, subject_id, occurred_at, data)
  select $1, new_id('evt'), s.type, '${mode}', s.subject, s.at, s.data from (${source}) s
  where exists (select 1 from webhook_endpoints w where w.org_id = $1 and w.mode = '${mode}'
    and s.type = any(w.events) and s.at > w.created_at - interval '1 day')
  order by s.subject, s.type
  on conflict do nothing
  returning id, type
), webhook as (
  insert into webhook_deliveries (org_id, id, endpoint_id, event_id, event_type, state, due_at)
  select $1, new_id('dlv'), w.id, o.id, o.type, case when w.is_on then 'waiting' else 'off' end,
    case when w.is_on then 'epoch'::timestamptz end
  from outgoing o join webhook_endpoints w on w.org_id = $1 and w.mode = '${mode}' and o.type = any(w.events)
  returning 1
)`;

/** Stores a delivery of each public event for each webhook endpoint that wants it. */
export const webhookSubscriber: Subscriber = {
  kind: "webhook",
  wants: ({ webhook }) => webhook !== undefined,
  expressions: (events) =>
    deliveriesText(
      "live",
      `select e.webhook ->> 'type' as type, e.webhook ->> 'subject' as subject, e.at, e.webhook -> 'data' as data
      from jsonb_to_recordset(${events}::jsonb) as e(at timestamptz, webhook jsonb) where e.webhook is not null`,
    ),
  notice: () => ({ channel: deliveriesChannel, payload: "" }),
};

/** SQL: the organisation has live endpoints. */
export const hasEndpoints = (org: string) =>
  `exists (select 1 from webhook_endpoints w where w.org_id = ${org} and w.mode = 'live')`;

/** The public names of events that the organisation's live endpoints want, also those that are off. */
export async function wantedEvents(client: Queryable, orgId: OrgId): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ type: string }>({
    name: "wanted-events",
    text: "select distinct unnest(events) as type from webhook_endpoints where org_id = $1 and mode = 'live'",
    values: [orgId],
  });
  return new Set(rows.map(({ type }) => type));
}
