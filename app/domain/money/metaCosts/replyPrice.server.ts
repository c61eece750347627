import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { readPrices } from "../prices/read.server.ts";
import type { ReplyPrice } from "./words.ts";

/** Replies after an ad are free for some days, and not counted. */
const notCounted = "free_entry_point";

interface Reply {
  orgId: OrgId;
  /** Decides the market; unknown numbers count as Kenyan. */
  phone: string | null;
  now: Date;
}

/**
 * What Meta charges for the next reply from each number: allowance and rate of the day, and the replies of the month that
 * were delivered so far, from the tables by which Meta's costs are computed. A forecast, since Meta counts itself.
 */
export async function replyPriceOfNumbers(
  tx: Tx,
  { orgId, phone, now, phoneNumberIds }: Reply & { phoneNumberIds: readonly string[] },
): Promise<Map<string, ReplyPrice>> {
  const prices = await readPrices(tx);
  const { rows } = await clientOf(tx).query<{ id: string; used: number }>({
    name: "replies-of-month",
    text: `with today as (select ($3::timestamptz at time zone 'Africa/Nairobi')::date as day)
      select n.id, coalesce((select sum(u.messages)::int from meta_usage_days u
          where u.org_id = $1 and u.phone_number_id = n.id and u.category = 'service' and u.type <> '${notCounted}'
            and u.day between date_trunc('month', r.day)::date and r.day), 0) as used
      from today r cross join unnest($2::text[]) as n(id)`,
    values: [orgId, phoneNumberIds, now],
  });
  const free = prices.freeRepliesAt(now);
  const rateCents = prices.metaCentsAt("service", phone ?? "+254", now);
  return new Map(
    rows.map(({ id, used }) => [id, { used, free, rateCents, cents: used < free ? 0 : rateCents }]),
  );
}

/** The same for one number. */
export async function replyPrice(
  tx: Tx,
  { phoneNumberId, ...reply }: Reply & { phoneNumberId: string },
): Promise<ReplyPrice> {
  const prices = await replyPriceOfNumbers(tx, { ...reply, phoneNumberIds: [phoneNumberId] });
  return prices.get(phoneNumberId)!;
}
