import type { CallOutput } from "#app/api/client.server.ts";
import { marketName, metaWord } from "#app/domain/console/billing/words.ts";
import { formatKes, formatRate } from "#app/platform/money/money.ts";
import { DescriptionList } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

const orElse = (cents: number | null, otherwise: string) => (cents === null ? otherwise : formatKes(cents));

/** One message at our price and at Meta's, with the versions used. */
export function MessageCost({ cost }: { cost: CallOutput<"GET /admin/messages/:messageId/cost"> }) {
  return (
    <DescriptionList
      items={[
        { term: m.common_business(), value: cost.businessName },
        {
          term: m.common_delivered(),
          value: cost.deliveredAt ? <Time value={cost.deliveredAt} /> : m.common_no(),
        },
        {
          term: m.admin_message_cost_charged_as(),
          value: `${metaWord(cost.category)}, ${metaWord(cost.type)}`,
        },
        {
          term: m.admin_market(),
          value: cost.market === null ? m.common_value_unknown() : marketName(cost.market),
        },
        {
          term: m.admin_message_cost_our_price(),
          value: orElse(cost.priceCents, m.admin_message_cost_included_value()),
        },
        { term: m.admin_metas_cost(), value: orElse(cost.costCents, m.admin_message_cost_no_rate_value()) },
        { term: m.admin_margin(), value: orElse(cost.marginCents, "–") },
        {
          term: m.admin_message_cost_rate(),
          value:
            cost.microUsd === null ? m.common_none() : `USD ${cost.microUsd / 1_000_000} (${cost.rateId})`,
        },
        {
          term: m.admin_exchange_rate(),
          value:
            cost.kesPerUsdE4 === null
              ? m.common_none()
              : `${formatRate(cost.kesPerUsdE4)} (${cost.exchangeId})`,
        },
      ]}
    />
  );
}
