import { clientOf, type Queryable, type Tx } from "#app/db/client.server.ts";
import { notify } from "#app/db/notify.server.ts";
import type { testMessages } from "#app/db/schema/developers.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Notified when deliveries were stored or replayed. */
export const deliveriesChannel = "tarishi_deliveries";

/** SQL: a delivery for each event of `told` and each endpoint that wants it. `epoch`: at once, by whatever clock. */
const deliveriesOf = (mode: "live" | "test") => `
insert into webhook_deliveries (org_id, id, endpoint_id, event_id, event_type, state, due_at)
select $1, new_id('dlv'), e.id, told.id, told.type, case when e.is_on then 'waiting' else 'off' end,
  case when e.is_on then 'epoch'::timestamptz end
from told join webhook_endpoints e on e.org_id = $1 and e.mode = '${mode}' and told.type = any(e.events)`;

/**
 * An organisation without endpoints costs one look at an index. What became true of a message is an event once, so a
 * report that comes again, or a read one that says that it was delivered too, adds nothing twice. What is older than a
 * day when the first endpoint is made is history.
 */
const storeText = `
with told as (
  insert into outgoing_events (org_id, id, type, mode, subject_id, occurred_at, data)
  select m.org_id, new_id('evt'), t.type, 'live', m.id, t.at, jsonb_strip_nulls(jsonb_build_object(
    'message_id', m.id, 'status', case when m.direction = 'in' then 'received' else split_part(t.type, '.', 2) end,
    'to', m.recipient, 'from', case when m.direction = 'in' then c.phone end,
    'bsuid', case when m.direction = 'in' then c.bsuid end, 'username', case when m.direction = 'in' then c.username end,
    'recipient', case when m.direction = 'out' and m.recipient not like '+%' then m.recipient end, 'contact_id', m.contact_id,
    'phone_number_id', m.phone_number_id, 'campaign_id', m.campaign_id, 'message_type', m.type, 'wamid', m.wamid,
    'referral', case when m.direction = 'in' then m.payload -> 'referral' end,
    'order', case when m.type = 'order' then m.payload -> 'order' end,
    'form_response', case when m.direction = 'in' then m.payload #>> '{interactive,nfm_reply,response_json}' end,
    'template', tp.name, 'text', case when m.direction = 'in' then m.body end,
    'media', case when m.direction = 'in' then (
      select jsonb_build_object('id', f.id, 'type', f.kind, 'content_type', f.content_type, 'file_name', f.file_name,
        'caption', m.payload -> m.type ->> 'caption')
      from media f where f.org_id = m.org_id and f.message_id = m.id limit 1) end,
    'error_code', case when t.type = 'message.failed' and m.error_code > 0 then m.error_code end))
  from messages m
  left join contacts c on c.org_id = m.org_id and c.id = m.contact_id
  left join templates tp on tp.org_id = m.org_id and tp.id = m.template_id
  cross join lateral (values
    ('message.delivered', case when m.direction = 'out' then m.delivered_at end),
    ('message.read', case when m.direction = 'out' then m.read_at end),
    ('message.failed', case when m.state = 'failed' then m.failed_at end),
    ('message.received', case when m.direction = 'in' and m.type not in ('system', 'revoke') then m.created_at end)
  ) as t(type, at)
  where m.org_id = $1 and m.id = any($2) and m.id between 'msg' and 'msh' and t.at is not null
    and exists (select 1 from webhook_endpoints e where e.org_id = $1)
    and exists (select 1 from webhook_endpoints e where e.org_id = $1 and e.mode = 'live' and t.type = any(e.events)
      and t.at > e.created_at - interval '1 day')
  order by m.id
  on conflict (org_id, subject_id, type) do nothing
  returning id, type
)${deliveriesOf("live")}`;

/**
 * Stores, for the organisation's endpoints, what is known of these messages: in the transaction in which it became known,
 * so that no event is lost and none is told of what did not happen.
 */
export async function storeMessageEvents(
  client: Queryable,
  orgId: OrgId,
  messageIds: readonly string[],
): Promise<void> {
  if (messageIds.length === 0) return;
  const { rowCount } = await client.query({
    name: "store-message-events",
    text: storeText,
    values: [orgId, messageIds],
  });
  if (rowCount) await notify(client, deliveriesChannel);
}

/** The same for a message of the test mode, for the endpoints of that mode. */
export async function storeTestEvents(
  tx: Tx,
  orgId: OrgId,
  message: typeof testMessages.$inferSelect,
): Promise<void> {
  const data = {
    message_id: message.id,
    status: message.status,
    to: message.recipient,
    message_type: message.type,
    ...(message.template === null ? {} : { template: message.template }),
    ...(message.errorCode === null ? {} : { error_code: message.errorCode }),
  };
  const client = clientOf(tx);
  const { rowCount } = await client.query({
    name: "store-test-events",
    text: `with told as (
        insert into outgoing_events (org_id, id, type, mode, subject_id, occurred_at, data)
        select $1, new_id('evt'), $2, 'test', $3, $4, $5::jsonb
        where exists (select 1 from webhook_endpoints e where e.org_id = $1 and e.mode = 'test' and $2 = any(e.events))
        on conflict (org_id, subject_id, type) do nothing returning id, type
      )${deliveriesOf("test")}`,
    values: [orgId, `message.${message.status}`, message.id, message.createdAt, JSON.stringify(data)],
  });
  if (rowCount) await notify(client, deliveriesChannel);
}
