import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { findOrCreateByWebhook } from "./findOrCreateByWebhook.server.ts";
import { phoneOf, type WhatsappIdentity } from "./whatsappIdentity.ts";

/**
 * Stores which user id belongs to which number, as Meta reports with statuses and responses, so that messages
 * by user id alone count for the number too. Contacts who have theirs already cost one lookup together. A
 * contact known only by the user id is merged with that of the number. The latest report on a number counts.
 */
export async function learnUserIds(
  tx: Tx,
  { clock, jobs }: Pick<Services, "clock" | "jobs">,
  orgId: OrgId,
  people: readonly WhatsappIdentity[],
): Promise<void> {
  const phones = new Map<string, string>();
  for (const { waId, bsuid } of people) {
    const phone = phoneOf(waId);
    if (phone && bsuid) phones.set(bsuid, phone);
  }
  const userIds = new Map([...phones].map(([bsuid, phone]) => [phone, bsuid]));
  if (userIds.size === 0) return;
  const { rows } = await clientOf(tx).query<{ phone: string; bsuid: string }>({
    name: "learn-user-ids",
    text: `with news as (
        select c.id, c.phone, c.bsuid as known, t.bsuid from unnest($2::text[], $3::text[]) as t(phone, bsuid)
        join contacts c on c.org_id = $1 and c.phone = t.phone
        where c.bsuid is distinct from t.bsuid
        order by c.id for update of c
      ), learned as (
        update contacts c set bsuid = n.bsuid, updated_at = now() from news n
        where c.org_id = $1 and c.id = n.id and n.known is null
          and not exists (select 1 from contacts other where other.org_id = $1 and other.bsuid = n.bsuid)
        returning c.id
      )
      select phone, bsuid from news where id not in (select id from learned) order by id`,
    values: [orgId, [...userIds.keys()], [...userIds.values()]],
  });
  for (const { phone, bsuid } of rows)
    await findOrCreateByWebhook(tx, { orgId, now: clock.now(), jobs, waId: phone.slice(1), bsuid });
}
