import { createCachedValue } from "#app/db/cachedValue.server.ts";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { PriceList, type PriceVersions } from "./priceList.ts";

const prices = createCachedValue("tarishi_prices", loadPrices);

/**
 * The platform's prices, cached in memory: versions are few, and change some times a year. `pricesChanged`
 * clears the cache, and every verb that writes to their tables calls it (tests/structural/prices.test.ts).
 * Each use picks the version in force.
 */
export const readPrices = prices.read;

/** Called in the transaction that adds a version of a price. */
export const pricesChanged = prices.drop;

const versions = (columns: string, table: string) =>
  `(select coalesce(json_agg(v), '[]') from (select ${columns} from ${table} order by effective_from desc) v)`;
const moment = `effective_from as "effectiveFrom"`;
const day = `effective_from as "from"`;

const text = `select
  ${versions(
    `id, plan_type as "planType", billing_type as "billingType", monthly_cents as "monthlyCents",
    included_messages as "includedMessages", per_message_cents as "perMessageCents", ${moment}`,
    "rate_cards",
  )} as cards,
  ${versions(`plan_type as "planType", message_limit as "messageLimit", ${moment}`, "plan_versions")} as plans,
  ${versions(`code, basis_points as "basisPoints", ${moment}`, "tax_rates")} as taxes,
  ${versions(`name, value, ${moment}`, "billing_constants")} as constants,
  ${versions(`prefix, market, ${day}`, "meta_markets")} as markets,
  ${versions(`market, category, micro_usd as "microUsd", ${day}`, "meta_rates")} as rates,
  ${versions(`kes_per_usd_e4 as "kesPerUsdE4", ${day}`, "exchange_rates")} as exchange,
  ${versions(`category, messages, ${day}`, "meta_allowances")} as allowances`;

/** Times are strings in JSON. */
const withMoments = <V extends { effectiveFrom: Date }>(rows: V[]): V[] =>
  rows.map((row) => ({ ...row, effectiveFrom: new Date(row.effectiveFrom) }));

async function loadPrices(tx: Tx): Promise<PriceList> {
  const { rows } = await clientOf(tx).query<PriceVersions>({ name: "read-prices", text, values: [] });
  const { cards, plans, taxes, constants, ...days } = rows[0]!;
  return new PriceList({
    ...{ cards: withMoments(cards), plans: withMoments(plans) },
    ...{ taxes: withMoments(taxes), constants: withMoments(constants) },
    ...days,
  });
}
