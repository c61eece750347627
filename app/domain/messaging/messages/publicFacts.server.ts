import type { Queryable } from "#app/db/client.server.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";

/** The webhook data of a message, and since when. */
export interface MessageFacts {
  id: string;
  deliveredAt: Date | null;
  readAt: Date | null;
  failedAt: Date | null;
  /** Without its `status`. */
  data: Record<string, unknown>;
}

const factsText = `
select m.id, m.delivered_at as "deliveredAt", m.read_at as "readAt",
  case when m.state = 'failed' then m.failed_at end as "failedAt",
  jsonb_strip_nulls(jsonb_build_object('message_id', m.id, 'to', m.recipient,
    'from', case when m.direction = 'in' then c.phone end,
    'bsuid', case when m.direction = 'in' then c.bsuid end, 'username', case when m.direction = 'in' then c.username end,
    'recipient', case when m.direction = 'out' and m.recipient not like '+%' then m.recipient end, 'contact_id', m.contact_id,
    'phone_number_id', m.phone_number_id, 'campaign_id', m.campaign_id, 'message_type', m.type, 'wamid', m.wamid,
    'referral', case when m.direction = 'in' then m.payload -> 'referral' end,
    'order', case when m.type = 'order' then m.payload -> 'order' end,
    'form_response', case when m.direction = 'in' then m.payload #>> '{interactive,nfm_reply,response_json}' end,
    'reaction', case when m.type = 'reaction' then jsonb_build_object(
      'emoji', m.payload #>> '{reaction,emoji}', 'wamid', m.payload #>> '{reaction,message_id}') end,
    'template', tp.name, 'text', case when m.direction = 'in' and m.type <> 'reaction' then m.body end,
    'media', case when m.direction = 'in' then (
      select jsonb_build_object('id', f.id, 'type', f.kind, 'content_type', f.content_type, 'file_name', f.file_name,
        'caption', m.payload -> m.type ->> 'caption')
      from media f where f.org_id = $1 and f.message_id = m.id limit 1) end,
    'error_code', case when m.state = 'failed' and m.error_code > 0 then m.error_code end)) as data
from messages m
left join contacts c on c.org_id = $1 and c.id = m.contact_id
left join templates tp on tp.org_id = $1 and tp.id = m.template_id
where m.org_id = $1 and m.id = any($2) and m.id between $3 and $4`;

/** The webhook data of messages, by their ids. */
export async function factsOfMessages(
  client: Queryable,
  orgId: OrgId,
  messageIds: readonly string[],
): Promise<Map<string, MessageFacts>> {
  const ids = messageIds.filter((id) => id.startsWith("msg_"));
  const { rows } = await client.query<MessageFacts>({
    name: "facts-of-messages",
    text: factsText,
    values: [orgId, ids, ...spanOf(ids)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
