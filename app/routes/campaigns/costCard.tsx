import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { Money } from "#app/ui/money.tsx";
import { Card, DescriptionList } from "#app/ui/page.tsx";
import { m } from "#messages";
import type { Progress } from "./liveProgress.ts";

/** A campaign's cost so far: the money on hold for it, and its use. */
export function CostCard({ cost }: { cost: NonNullable<Progress["cost"]> }) {
  const {
    totalCents,
    spentCents,
    returnedCents,
    heldCents,
    deliveredIncluded,
    deliveredPaid,
    includedMessages,
    smsCents,
  } = cost;
  return (
    <Card title={m.common_cost()}>
      <DescriptionList
        items={[
          ...(includedMessages > 0
            ? [
                {
                  term: m.campaigns_cost_included_in_plan(),
                  value: m.campaigns_cost_of_delivered({
                    delivered: formatCount(deliveredIncluded),
                    messages: counted(m.counts_messages, includedMessages),
                  }),
                },
              ]
            : []),
          ...(totalCents > 0
            ? [
                { term: m.campaigns_cost_hold_term(), value: <Money cents={totalCents} /> },
                {
                  term: m.campaigns_cost_paid_for_delivered({
                    messages: counted(m.counts_messages, deliveredPaid),
                  }),
                  value: <Money cents={spentCents - smsCents} />,
                },
                ...(smsCents > 0
                  ? [{ term: m.campaigns_cost_paid_for_sms(), value: <Money cents={smsCents} /> }]
                  : []),
                { term: m.common_released(), value: <Money cents={returnedCents} /> },
                { term: m.campaigns_cost_still_on_hold(), value: <Money cents={heldCents} /> },
              ]
            : [{ term: m.common_amount_due(), value: <Money cents={0} /> }]),
        ]}
      />
    </Card>
  );
}
