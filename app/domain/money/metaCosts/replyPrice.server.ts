import { type Column, eq, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { one } from "#app/db/together.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { PriceList } from "../prices/priceList.ts";
import { readPrices } from "../prices/read.server.ts";
import type { ReplyPrice } from "./words.ts";

/** Replies after an ad are free for some days, and do not use the allowance. */
const notCounted = "free_entry_point";

interface Reply {
  /** Decides the market; without it, Kenya. */
  phone: string | null;
  now: Date;
}

/** SQL: this month's delivered replies from a number that use Meta's allowance. */
export const repliesOfMonth = (orgId: OrgId, phoneNumberId: string | Column, now: Date): SQL<number> => {
  const day = sql`(${now.toISOString()}::timestamptz at time zone 'Africa/Nairobi')::date`;
  return sql`(select coalesce(sum(u.messages)::int, 0) from meta_usage_days u where u.org_id = ${orgId}
    and ${eq(sql`u.phone_number_id`, phoneNumberId)} and u.category = 'service' and u.type <> ${notCounted}
    and u.day between date_trunc('month', ${day})::date and ${day})`;
};

/**
 * Meta's charge for the next reply after `used` replies of the month, by the day's allowance and rate, from
 * the same tables as Meta's costs. A forecast, because Meta does its own counting.
 */
export function priceOfReply(prices: PriceList, { used, phone, now }: Reply & { used: number }): ReplyPrice {
  const free = prices.freeRepliesAt(now);
  const rateCents = prices.metaCentsAt("service", phone ?? "+254", now);
  return { used, free, rateCents, cents: used < free ? 0 : rateCents };
}

/** The charge for the next reply from a number. */
export async function replyPrice(
  tx: Tx,
  { orgId, phoneNumberId, ...reply }: Reply & { orgId: OrgId; phoneNumberId: string },
): Promise<ReplyPrice> {
  const { used } = await one(tx, { used: repliesOfMonth(orgId, phoneNumberId, reply.now) });
  return priceOfReply(await readPrices(tx), { ...reply, used });
}
