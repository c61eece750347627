import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { priced } from "./priced.ts";
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
  const { rows } = await clientOf(tx).query<Row>({
    name: "reply-price",
    text: `with today as (select ($4::timestamptz at time zone 'Africa/Nairobi')::date as day)
      select n.id, coalesce((select sum(u.messages)::int from meta_usage_days u
          where u.org_id = $1 and u.phone_number_id = n.id and u.category = 'service' and u.type <> '${notCounted}'
            and u.day between date_trunc('month', r.day)::date and r.day), 0) as used,
        coalesce((select a.messages from meta_allowances a where a.category = 'service' and a.effective_from <= r.day
          order by a.effective_from desc limit 1), 0) as free,
        r.cost_cents as "rateCents"
      from ${priced("select day, left($3::text, 4) as prefix, 'service'::text as category, 1 as billable from today")} r
      cross join unnest($2::text[]) as n(id)`,
    values: [orgId, phoneNumberIds, phone ?? "+254", now],
  });
  return new Map(
    rows.map(({ id, used, free, rateCents }) => {
      const rate = rateCents === null ? null : Number(rateCents);
      return [id, { used, free, rateCents: rate, cents: used < free ? 0 : rate }];
    }),
  );
}

interface Row {
  id: string;
  used: number;
  free: number;
  rateCents: string | null;
}

/** The same for one number. */
export async function replyPrice(
  tx: Tx,
  { phoneNumberId, ...reply }: Reply & { phoneNumberId: string },
): Promise<ReplyPrice> {
  const prices = await replyPriceOfNumbers(tx, { ...reply, phoneNumberIds: [phoneNumberId] });
  return prices.get(phoneNumberId)!;
}
