import { countOf, formatCount } from "#app/platform/counts.ts";
import { Money } from "#app/ui/money.tsx";
import { Card, DescriptionList } from "#app/ui/page.tsx";
import type { Progress } from "./liveProgress.ts";

/** What a campaign cost so far: the money put on hold for it, and what it was spent on. */
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
    <Card title="Cost">
      <DescriptionList
        items={[
          ...(includedMessages > 0
            ? [
                {
                  term: "Included in your plan",
                  value: `${formatCount(deliveredIncluded)} of ${countOf(includedMessages, "message")} delivered`,
                },
              ]
            : []),
          ...(totalCents > 0
            ? [
                { term: "Put on hold at the start", value: <Money cents={totalCents} /> },
                {
                  term: `Paid for ${countOf(deliveredPaid, "message")} delivered`,
                  value: <Money cents={spentCents} />,
                },
                { term: "Released", value: <Money cents={returnedCents} /> },
                { term: "Still on hold", value: <Money cents={heldCents} /> },
              ]
            : [{ term: "To pay", value: <Money cents={0} /> }]),
        ]}
      />
    </Card>
  );
}
