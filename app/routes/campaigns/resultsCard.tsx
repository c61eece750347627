import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { deliveredRate } from "#app/platform/numbers/deliveredRate.ts";
import { percentOf } from "#app/platform/numbers/percent.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";
import type { Progress } from "./liveProgress.ts";

interface Step {
  step: string;
  count: number;
  note?: string | undefined;
  /** What was paid for these alone. */
  cents?: number | undefined;
  /** Of what went wrong. */
  isBad?: boolean;
}

/** A campaign's results: a bar for how many reached each step, with its share and its cost. */
export function ResultsCard({ progress }: { progress: Progress }) {
  const { recipients, clicks, cost } = progress;
  if (recipients === 0 || progress.preparing) return null;
  const spent = (cost?.spentCents ?? 0) - (cost?.smsCents ?? 0);
  return (
    <Card title={m.common_results()}>
      <DataTable
        caption={m.campaigns_results_from_sent_to_replied()}
        rows={stepsOf(progress)}
        keyOf={({ step }) => step}
        columns={[
          { header: m.campaigns_results_step(), cell: ({ step }) => step, below: ({ note }) => note },
          {
            header: m.common_people(),
            plain: true,
            className: "sm:w-1/2",
            cell: (row) => <Bar {...row} recipients={recipients} />,
          },
          {
            header: m.campaigns_results_of_recipients(),
            number: true,
            cell: ({ count }) => percentOf(count, recipients),
          },
          {
            header: m.campaigns_results_cost_per_person(),
            number: true,
            cell: ({ count, isBad, cents = spent }) =>
              !isBad && count > 0 && cents > 0 ? formatKes(Math.round(cents / count)) : "–",
          },
        ]}
      />
      {clicks && clicks.clicks > clicks.people && (
        <p className="hint mt-3">{m.campaigns_results_clicks_text({ clicks: formatCount(clicks.clicks) })}</p>
      )}
    </Card>
  );
}

function stepsOf(progress: Progress): Step[] {
  const { sent, delivered, read, replied, failed, clicks, counts, sms, cost } = progress;
  const rate = deliveredRate(progress);
  return [
    { step: m.common_sent(), count: sent },
    {
      step: m.common_delivered(),
      count: delivered,
      note: rate && m.insights_analytics_of_attempts({ rate }),
    },
    { step: m.common_read(), count: read },
    ...(clicks ? [{ step: m.campaigns_results_clicked_link(), count: clicks.people }] : []),
    { step: m.campaigns_replied(), count: replied },
    ...(sms
      ? [
          {
            step: m.campaigns_results_by_sms(),
            count: sms.sent,
            note: smsNote(sms),
            cents: cost?.smsCents ?? 0,
          },
        ]
      : []),
    ...(sms && sms.failed > 0
      ? [{ step: m.campaigns_results_sms_failed(), count: sms.failed, isBad: true }]
      : []),
    ...(failed > 0 ? [{ step: m.common_failed(), count: failed, isBad: true }] : []),
    ...(counts.cancelled > 0
      ? [{ step: m.campaigns_progress_not_sent(), count: counts.cancelled, isBad: true }]
      : []),
  ];
}

/** Those that reached a person by both ways, or may still go. */
function smsNote({ waiting, late }: NonNullable<Progress["sms"]>): string | undefined {
  const notes = [
    late > 0 ? m.campaigns_results_sms_late({ late: formatCount(late) }) : "",
    waiting > 0 ? m.campaigns_results_sms_waiting({ waiting: formatCount(waiting) }) : "",
  ];
  return notes.filter(Boolean).join(" ") || undefined;
}

function Bar({ count, isBad, recipients }: Step & { recipients: number }) {
  return (
    <span className="flex items-center gap-3">
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="h-4 w-full" aria-hidden="true">
        <rect width="100" height="4" className="fill-sunken" />
        {count > 0 && (
          <rect
            width={Math.max(1, (count / recipients) * 100)}
            height="4"
            className={isBad ? "fill-bad" : "fill-brand"}
          />
        )}
      </svg>
      <span className="min-w-14 text-right font-semibold tabular-nums">{formatCount(count)}</span>
    </span>
  );
}
