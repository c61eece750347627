import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Later messages are not counted as replies to the campaign. */
const answerDays = 7;
/** Tolerance between Meta's clock and ours: an autoresponder can reply before Meta's response reaches us. */
const clockSeconds = 5;

export interface Reply {
  contactId: string;
  at: Date;
  /** The wamid of the quoted message. */
  answers: string | undefined;
}

const answeredText = `
select sent.campaign_id as "campaignId", sent.id as "messageId"
from jsonb_to_recordset($3::jsonb) as t(contact_id text, at timestamptz, answers text) cross join lateral (
  select m.campaign_id, m.id from (
    select campaign_id, id, coalesce(accepted_at, in_doubt_since) as reached_at, coalesce(wamid = t.answers, false) as named
    from messages where org_id = $1 and contact_id = t.contact_id and phone_number_id = $2
      and campaign_id is not null and state in ('unknown', 'accepted', 'sent', 'delivered', 'read')
  ) as m
  where m.named or m.reached_at <= t.at + make_interval(secs => $4) and m.reached_at > t.at - make_interval(days => $5)
  order by m.named desc, m.reached_at desc limit 1
) as sent`;

/**
 * Records that customers wrote to a number at `at` (WhatsApp's time): a reply to the campaign message they
 * quoted, else to the newest one from there that had reached them within a week. A message in doubt counts
 * too: they reply to it. Each is counted once, however often they write.
 */
export async function recordReplies(
  tx: Tx,
  { orgId, phoneNumberId }: { orgId: OrgId; phoneNumberId: string },
  replies: readonly Reply[],
): Promise<void> {
  if (replies.length === 0) return;
  const json = replies.map(({ contactId, at, answers }) => ({ contact_id: contactId, at, answers }));
  const { rows } = await clientOf(tx).query<{ campaignId: string; messageId: string }>({
    name: "answered-messages",
    text: answeredText,
    values: [orgId, phoneNumberId, JSON.stringify(json), clockSeconds, answerDays],
  });
  if (rows.length === 0) return;
  await clientOf(tx).query({
    name: "note-replies",
    text: `insert into campaign_replies (org_id, campaign_id, message_id)
      select distinct $1, campaign_id, message_id from unnest($2::text[], $3::text[]) as t(campaign_id, message_id)
      order by campaign_id, message_id on conflict do nothing`,
    values: [orgId, rows.map(({ campaignId }) => campaignId), rows.map(({ messageId }) => messageId)],
  });
}
