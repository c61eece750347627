/**
 * SQL: rows of counted messages (`day`, `prefix`, `category`, `billable`) with Meta's charge. A charge stores
 * no versions: rates, exchange rates and markets are only added for days to come, so its day and calling code
 * always identify the same versions. `cost_cents` is null without a rate in Meta's list.
 */
export const priced = (rows: string) => `(
  select c.*, k.market, r.id as rate_id, r.micro_usd, x.id as exchange_id, x.kes_per_usd_e4,
    case when c.billable = 0 then 0 else round(c.billable::numeric * r.micro_usd * x.kes_per_usd_e4 / 100000000) end::bigint as cost_cents
  from (${rows}) c
  left join lateral (select market from meta_markets where starts_with(c.prefix, prefix) and effective_from <= c.day
    order by length(prefix) desc, effective_from desc limit 1) k on true
  left join lateral (select id, micro_usd from meta_rates where market = k.market and category = c.category
    and effective_from <= c.day order by effective_from desc limit 1) r on true
  left join lateral (select id, kes_per_usd_e4 from exchange_rates where effective_from <= c.day
    order by effective_from desc limit 1) x on true)`;
