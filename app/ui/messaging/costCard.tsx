import { countOf, formatCount } from "#app/shared/counts.ts";
import { formatKes } from "#app/shared/money.ts";
import { Card, DescriptionList } from "../page.tsx";
import type { Progress } from "./liveProgress.ts";

/** What a campaign cost so far: the money set aside for it, and what became of that. */
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
                { term: "Set aside at the start", value: formatKes(totalCents) },
                {
                  term: `Paid for ${countOf(deliveredPaid, "message")} delivered`,
                  value: formatKes(spentCents),
                },
                { term: "Given back", value: formatKes(returnedCents) },
                { term: "Still set aside", value: formatKes(heldCents) },
              ]
            : [{ term: "To pay", value: formatKes(0) }]),
        ]}
      />
    </Card>
  );
}
