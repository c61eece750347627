import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/shared/ids.ts";

/** What comes later is not an answer to the campaign. */
const answerDays = 7;

/**
 * Notes that a customer wrote to a number (`at`, in whole seconds as WhatsApp tells it): an answer to the newest campaign
 * message from there that had reached them within a week. However often they write, and in whatever order it comes, each
 * message is answered once.
 */
export async function noteReply(
  tx: Tx,
  {
    orgId,
    phoneNumberId,
    contactId,
    at,
  }: { orgId: OrgId; phoneNumberId: string; contactId: string; at: Date },
): Promise<void> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into campaign_replies (org_id, campaign_id, message_id, replied_at)
    select m.org_id, m.campaign_id, m.id, ${moment} from messages m
    where m.org_id = ${orgId} and m.contact_id = ${contactId} and m.phone_number_id = ${phoneNumberId}
      and m.campaign_id is not null and m.state in ('accepted', 'sent', 'delivered', 'read')
      and date_trunc('second', m.accepted_at) <= ${moment}
      and m.accepted_at > ${moment} - make_interval(days => ${answerDays})
    order by m.accepted_at desc limit 1
    on conflict do nothing`);
}
