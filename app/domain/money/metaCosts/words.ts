import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";

export interface ReplyPrice {
  /** Replies delivered this month from the number that use Meta's allowance. */
  used: number;
  /** The allowance of free replies in a month. */
  free: number;
  /** Meta's charge per reply beyond it, KES cents; null without a rate in its list. */
  rateCents: number | null;
  /** Meta's charge for the next reply, KES cents. */
  cents: number | null;
}

/** The price of a reply as a sentence; empty while replies are free without limit. */
export function replyPriceText({ used, free, rateCents }: ReplyPrice): string {
  if (rateCents === 0) return "";
  const counts = { used: formatCount(Math.min(used, free)), free: formatCount(free) };
  if (rateCents === null) return m.billing_meta_costs_reply_price_unknown(counts);
  const price = formatKes(rateCents);
  return used < free
    ? m.billing_meta_costs_reply_price_free({ ...counts, price })
    : m.billing_meta_costs_reply_price_charged({ price });
}
