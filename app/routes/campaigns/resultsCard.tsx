import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { percentOf } from "#app/platform/numbers/percent.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";
import type { Progress } from "./liveProgress.ts";

interface Step {
  step: string;
  count: number;
  /** Of those who got the message. */
  share: string;
  cost: string;
}

/** A campaign's results: how many reached each step, and the cost of each. */
export function ResultsCard({ progress }: { progress: Progress }) {
  const { recipients, sent, delivered, read, replied, clicks, cost } = progress;
  if (sent === 0) return null;
  const spent = cost?.spentCents ?? 0;
  const stepOf = (step: string, count: number, whole: number): Step => ({
    step,
    count,
    share: whole > 0 ? percentOf(count, whole) : "–",
    cost: count > 0 && spent > 0 ? formatKes(Math.round(spent / count)) : "–",
  });
  const steps = [
    stepOf(m.common_sent(), sent, recipients),
    stepOf(m.common_delivered(), delivered, recipients),
    stepOf(m.common_read(), read, recipients),
    ...(clicks ? [stepOf(m.campaigns_results_clicked_link(), clicks.people, recipients)] : []),
    stepOf(m.campaigns_replied(), replied, recipients),
  ];
  return (
    <Card title={m.common_results()}>
      <ol className="mb-4 grid gap-1" aria-hidden="true">
        {steps.map(({ step, count }) => (
          <li key={step} className="grid grid-cols-[1fr_9rem] items-center gap-3 text-muted text-sm">
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="h-4 w-full" role="presentation">
              <rect
                width={Math.max(1, (count / Math.max(1, recipients)) * 100)}
                height="4"
                className="fill-brand"
              />
            </svg>
            {step}
          </li>
        ))}
      </ol>
      <DataTable
        caption={m.campaigns_results_from_sent_to_replied()}
        rows={steps}
        keyOf={({ step }) => step}
        columns={[
          { header: m.campaigns_results_step(), cell: ({ step }) => step },
          { header: m.common_people(), number: true, cell: ({ count }) => formatCount(count) },
          { header: m.campaigns_results_of_recipients(), number: true, cell: ({ share }) => share },
          { header: m.campaigns_results_cost_per_person(), number: true, cell: ({ cost: each }) => each },
        ]}
      />
      {clicks && clicks.clicks > clicks.people && (
        <p className="hint mt-3">{m.campaigns_results_clicks_text({ clicks: formatCount(clicks.clicks) })}</p>
      )}
    </Card>
  );
}
