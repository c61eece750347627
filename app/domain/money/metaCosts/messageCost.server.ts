import { clientOf } from "#app/db/client.server.ts";
import type { Services } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { priced } from "./priced.ts";

export interface MessageCost {
  id: string;
  orgId: string;
  businessName: string;
  deliveredAt: Date | null;
  category: string;
  /** Meta's price type: `regular`, `free_…`, `untold` (not reported). */
  type: string;
  market: string | null;
  /** The versions that apply. */
  rateId: string | null;
  exchangeId: string | null;
  microUsd: number | null;
  kesPerUsdE4: number | null;
  /** Null without a rate in Meta's list; 0 when free or not delivered. */
  costCents: number | null;
  /** Our price; null when it may have been one of the plan's included messages. */
  priceCents: number | null;
  marginCents: number | null;
}

/**
 * SQL: message `$1` as a row to be priced. A service message without a price reported by Meta is free among
 * the first of its number's month, by delivery time.
 */
const message = `
  select m.id, m.org_id, m.delivered_at, (m.delivered_at at time zone 'Africa/Nairobi')::date as day, left(coalesce(m.recipient, ''), 4) as prefix,
    coalesce(m.meta_category, lower(t.category), 'service') as category, coalesce(m.meta_type, 'untold') as type, h.price_cents_per_message, h.included_messages,
    case when m.delivered_at is null or m.meta_type like 'free%' then 0
      when m.meta_type is null and m.template_id is null and (
        select count(*) from messages s where s.org_id = m.org_id and s.template_id is null and s.campaign_id is null and s.direction = 'out'
          and s.phone_number_id = m.phone_number_id and s.meta_type is null and (s.delivered_at, s.id) < (m.delivered_at, m.id)
          and s.delivered_at >= date_trunc('month', m.delivered_at at time zone 'Africa/Nairobi') at time zone 'Africa/Nairobi'
      ) < coalesce((select a.messages from meta_allowances a where a.category = 'service'
        and a.effective_from <= (m.delivered_at at time zone 'Africa/Nairobi')::date order by a.effective_from desc limit 1), 0) then 0
      else 1 end as billable
  from organisations o cross join lateral (select * from messages where org_id = o.id and id = $1 and direction = 'out' limit 1) m
  left join templates t on t.org_id = m.org_id and t.id = m.template_id
  left join holds h on h.org_id = m.org_id and h.subject_id = coalesce(m.campaign_id, m.id)`;

/**
 * The cost of one message, at our price and at Meta's, with the versions that apply. @throws DomainError
 * `message.not_found`.
 */
export async function messageCost({
  services,
  input,
}: {
  services: Pick<Services, "db">;
  input: { messageId: string };
}): Promise<MessageCost> {
  const { rows } = await services.db.withSystem((tx) =>
    clientOf(tx).query<Omit<MessageCost, "marginCents">>({
      text: `select p.id, p.org_id as "orgId", o.name as "businessName", p.delivered_at as "deliveredAt", p.category, p.type, p.market,
          p.rate_id as "rateId", p.exchange_id as "exchangeId", p.micro_usd as "microUsd", p.kes_per_usd_e4 as "kesPerUsdE4", p.cost_cents as "costCents",
          case when p.delivered_at is null or p.price_cents_per_message is null then 0
            when p.included_messages = 0 then p.price_cents_per_message end as "priceCents"
        from ${priced(message)} p join organisations o on o.id = p.org_id limit 1`,
      values: [input.messageId],
    }),
  );
  const [found] = rows;
  if (!found) throw notFound("Message");
  const { costCents, priceCents } = found;
  return {
    ...found,
    marginCents: costCents === null || priceCents === null ? null : priceCents - costCents,
  };
}
