import type { Queryable } from "#app/db/client.server.ts";
import { isInRangeOf } from "#app/domain/messaging/messages/idRange.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { leastDueId } from "./leastDueId.server.ts";

/** What has just become due may not have been claimed yet. */
const justDue = "now() - interval '2 seconds'";

/** Milliseconds until the next row of a number is due, of single messages and of campaigns that are being sent; null when none is. */
export async function nextDueMs(
  client: Queryable,
  orgId: OrgId,
  phoneNumberId: string,
): Promise<number | null> {
  const next = (condition: string) => `select m.due_at from messages m
    where m.org_id = $1 and m.phone_number_id = $2 and ${condition} and m.due_at > ${justDue} order by m.due_at limit 1`;
  const { rows } = await client.query<{ ms: number | null }>({
    name: "next-due",
    text: `select (extract(epoch from least((${next("m.campaign_id is null and m.id >= $3")}), (
        select min(d.due_at) from campaigns c cross join lateral (${next(`m.campaign_id = c.id and ${isInRangeOf("m", "c")}`)}) d
        where c.org_id = $1 and c.phone_number_id = $2 and c.status = 'sending'
      )) - now()) * 1000)::float8 as ms`,
    values: [orgId, phoneNumberId, await leastDueId(client)],
  });
  return rows[0]!.ms;
}
