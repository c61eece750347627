import { formatCount } from "#app/platform/counts.ts";
import type { Period } from "#app/platform/periods.ts";
import { Card } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import type { Figures } from "./analytics.tsx";
import { FileLink } from "./figures.tsx";

const stages = [
  ["tried", "Tried"],
  ["sent", "Sent"],
  ["delivered", "Delivered"],
  ["read", "Read"],
  ["replied", "Replied"],
] as const;

/** What became of the messages that were begun in the period. */
export function Funnel({ begun, period }: { begun: Figures["begun"]; period: Period }) {
  return (
    <Card title="Funnel" actions={<FileLink period={period} table="funnel" />}>
      <p className="hint mb-4">Of the campaigns started, and the messages written, in this period.</p>
      <div className="grid gap-4">
        {stages.map(([stage, label]) => (
          <ProgressBar
            key={stage}
            label={`${label}: ${formatCount(begun[stage])}`}
            value={begun[stage]}
            max={begun.tried}
          />
        ))}
      </div>
    </Card>
  );
}
