import { formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { percentOf } from "#app/platform/percent.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Card } from "#app/ui/page.tsx";
import type { Progress } from "./liveProgress.ts";

interface Step {
  step: string;
  count: number;
  /** Of those who got the message. */
  share: string;
  cost: string;
}

/** What came of a campaign: how many went each step further, and what each of them cost. */
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
    stepOf("Sent", sent, recipients),
    stepOf("Delivered", delivered, recipients),
    stepOf("Read", read, recipients),
    ...(clicks ? [stepOf("Followed the link", clicks.people, recipients)] : []),
    stepOf("Replied", replied, recipients),
  ];
  return (
    <Card title="Results">
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
        caption="From sent to replied"
        rows={steps}
        keyOf={({ step }) => step}
        columns={[
          { header: "Step", cell: ({ step }) => step },
          { header: "People", number: true, cell: ({ count }) => formatCount(count) },
          { header: "Of recipients", number: true, cell: ({ share }) => share },
          { header: "Cost of one", number: true, cell: ({ cost: each }) => each },
        ]}
      />
      {clicks && clicks.clicks > clicks.people && (
        <p className="hint mt-3">The links were followed {formatCount(clicks.clicks)} times in all.</p>
      )}
    </Card>
  );
}
