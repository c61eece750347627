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
  } = cost;
  return (
    <Card title={m.common_cost()}>
      <DescriptionList
        items={[
          ...(includedMessages > 0
            ? [
                {
                  term: m.campaigns_included_in_your_plan(),
                  value: m.campaigns_of_included_delivered({
                    delivered: formatCount(deliveredIncluded),
                    messages: counted(m.counts_messages, includedMessages),
                  }),
                },
              ]
            : []),
          ...(totalCents > 0
            ? [
                { term: m.campaigns_put_on_hold_at_the_start(), value: <Money cents={totalCents} /> },
                {
                  term: m.campaigns_paid_for_delivered({
                    messages: counted(m.counts_messages, deliveredPaid),
                  }),
                  value: <Money cents={spentCents} />,
                },
                { term: m.common_released(), value: <Money cents={returnedCents} /> },
                { term: m.campaigns_still_on_hold(), value: <Money cents={heldCents} /> },
              ]
            : [{ term: m.campaigns_to_pay(), value: <Money cents={0} /> }]),
        ]}
      />
    </Card>
  );
}
