import { formatCount } from "#app/platform/numbers/counts.ts";
import { Card } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import { m } from "#messages";
import type { Figures } from "./analytics.tsx";
import { FileLink } from "./figures.tsx";

const stages = () =>
  [
    ["tried", m.insights_funnel_attempted()],
    ["sent", m.common_sent()],
    ["delivered", m.common_delivered()],
    ["read", m.common_read()],
    ["replied", m.insights_replied()],
  ] as const;

/** The results of the messages of the period. */
export function Funnel({ figures }: { figures: Figures }) {
  const { begun } = figures;
  return (
    <Card title={m.insights_funnel_title()} actions={<FileLink shown={figures} table="funnel" />}>
      <p className="hint mb-4">{m.insights_funnel_scope_text()}</p>
      <div className="grid gap-4">
        {stages().map(([stage, label]) => (
          <ProgressBar
            key={stage}
            label={m.common_labelled({ label: label, value: formatCount(begun[stage]) })}
            value={begun[stage]}
            max={begun.tried}
          />
        ))}
      </div>
    </Card>
  );
}
