import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** What comes later is not an answer to the campaign. */
const answerDays = 7;
/** Meta's clock and ours, and the way of its answer to us: an autoresponder can be faster. */
const clockSeconds = 5;

/**
 * Notes that a customer wrote to a number at `at` (WhatsApp's time): an answer to the campaign message that it names
 * (`answers`, a wamid), else to the newest one from there that had reached them within a week. A message of which it is
 * not known yet whether Meta has it counts as one: they answer it. However often they write, each is answered once.
 */
export async function noteReply(
  tx: Tx,
  {
    orgId,
    phoneNumberId,
    contactId,
    at,
    answers = "",
  }: { orgId: OrgId; phoneNumberId: string; contactId: string; at: Date; answers?: string | undefined },
): Promise<void> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into campaign_replies (org_id, campaign_id, message_id)
    select org_id, campaign_id, id from (
      select m.org_id, m.campaign_id, m.id, coalesce(m.accepted_at, m.in_doubt_since) as reached_at,
        coalesce(m.wamid = ${answers}, false) as named from messages m
      where m.org_id = ${orgId} and m.contact_id = ${contactId} and m.phone_number_id = ${phoneNumberId}
        and m.campaign_id is not null and m.state in ('unknown', 'accepted', 'sent', 'delivered', 'read')
    ) as sent
    where named or reached_at <= ${moment} + make_interval(secs => ${clockSeconds})
      and reached_at > ${moment} - make_interval(days => ${answerDays})
    order by named desc, reached_at desc limit 1
    on conflict do nothing`);
}
