import type { CallOutput } from "#app/api/client.server.ts";
import { formatKes, formatRate } from "#app/platform/money.ts";
import { DescriptionList } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";

const orElse = (cents: number | null, otherwise: string) => (cents === null ? otherwise : formatKes(cents));

/** One message at our price and at Meta's, with the versions that it was reckoned by. */
export function MessageCost({ cost }: { cost: CallOutput<"GET /admin/messages/:messageId/cost"> }) {
  return (
    <DescriptionList
      items={[
        { term: "Business", value: cost.businessName },
        { term: "Delivered", value: cost.deliveredAt ? <Time value={cost.deliveredAt} /> : "No" },
        { term: "Charged as", value: `${cost.category}, ${cost.type.replaceAll("_", " ")}` },
        { term: "Market", value: cost.market ?? "Unknown" },
        { term: "Our price", value: orElse(cost.priceCents, "Within the plan's included messages") },
        { term: "Meta's cost", value: orElse(cost.costCents, "Meta's list has no rate for it") },
        { term: "Margin", value: orElse(cost.marginCents, "–") },
        {
          term: "Rate",
          value: cost.microUsd === null ? "None" : `USD ${cost.microUsd / 1_000_000} (${cost.rateId})`,
        },
        {
          term: "Exchange rate",
          value: cost.kesPerUsdE4 === null ? "None" : `${formatRate(cost.kesPerUsdE4)} (${cost.exchangeId})`,
        },
      ]}
    />
  );
}
