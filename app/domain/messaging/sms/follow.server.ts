import { clientOf, type Tx } from "#app/db/client.server.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";

/** A message of a campaign, and when its SMS is looked at. */
export interface Followed {
  id: string;
  dueAt: Date;
}

// In the order of the messages, so that two processes never wait for each other. The text and the price are set when it is due.
const followText = `
  insert into sms_messages (org_id, id, message_id, campaign_id, contact_id, body, parts, wait_seconds, price_cents, due_at, created_at)
  select m.org_id, new_id('sms'), m.id, m.campaign_id, m.contact_id, '', 0, (c.sms ->> 'waitSeconds')::int, 0, to_timestamp(f.due_at), to_timestamp($4)
  from unnest($2::text[], $3::float8[]) as f(id, due_at)
  join messages m on m.org_id = $1 and m.id = f.id and m.id between $5 and $6 and m.fallback = 'waiting'
  join campaigns c on c.org_id = $1 and c.id = m.campaign_id and c.sms is not null
  order by m.id
  on conflict (org_id, message_id) do nothing`;

/** Lets an SMS follow messages of campaigns. Those that have one keep it. */
export async function followMessages(
  tx: Tx,
  orgId: OrgId,
  followed: readonly Followed[],
  at: Date,
): Promise<void> {
  if (followed.length === 0) return;
  const ids = followed.map(({ id }) => id);
  await clientOf(tx).query({
    name: "follow-messages",
    text: followText,
    values: [
      orgId,
      ids,
      followed.map(({ dueAt }) => dueAt.getTime() / 1000),
      at.getTime() / 1000,
      ...spanOf(ids),
    ],
  });
}

/** Notes that WhatsApp delivered messages of campaigns whose SMS went before. */
export async function markLate(
  tx: Tx,
  { orgId, messageIds, at }: { orgId: OrgId; messageIds: readonly string[]; at: Date },
): Promise<void> {
  await clientOf(tx).query({
    name: "mark-late",
    text: `update sms_messages set whatsapp_at = $3
      where org_id = $1 and message_id = any($2::text[]) and campaign_id is not null and whatsapp_at is null and state <> 'skipped'`,
    values: [orgId, messageIds, at],
  });
}
