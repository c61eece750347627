import type { CallOutput } from "#app/api/client.server.ts";
import { marketName, metaWord } from "#app/domain/console/billing/words.ts";
import { formatKes, shortKes } from "#app/platform/money/money.ts";
import { planWords } from "#app/platform/money/planTypes.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { shortDay } from "#app/platform/time/dayWords.ts";
import { BarChart } from "#app/ui/barChart.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card } from "#app/ui/page.tsx";
import { CalendarDay } from "#app/ui/time.tsx";
import { m } from "#messages";
import { ExportLink } from "./exportLink.tsx";

type Billing = CallOutput<"GET /admin/billing">;

const marginOf = (row: { revenueCents: number; costCents: number }) => row.revenueCents - row.costCents;

/** 30 days of revenue next to Meta's cost: by day as chart and table, by plan, and by category and market. */
export function RevenueBreakdown({ billing: { byDay, byPlan, byCategory } }: { billing: Billing }) {
  const unrated = byCategory.reduce((sum, row) => sum + row.unrated, 0);
  return (
    <>
      {unrated > 0 && (
        <Notice tone="warn" title={counted(m.admin_revenue_messages_have_no_rate, unrated)}>
          {m.admin_revenue_unrated_notice()}
        </Notice>
      )}
      <Card title={m.admin_revenue_by_day_title()}>
        <BarChart
          label={m.admin_revenue_by_day_title()}
          legend={[m.common_revenue(), m.admin_metas_cost()]}
          format={formatKes}
          tick={shortKes}
          bars={byDay.map((day) => ({
            name: shortDay(day.day),
            value: Math.max(0, day.revenueCents),
            second: Math.max(0, day.costCents),
          }))}
        />
        <details className="bars-list">
          <summary className="link">{m.admin_revenue_with_margin_summary()}</summary>
          <DataTable
            caption={m.admin_revenue_margin_by_day_caption()}
            rows={byDay.toReversed()}
            keyOf={(row) => row.day}
            columns={[
              { header: m.common_day(), cell: (row) => <CalendarDay value={row.day} /> },
              { header: m.common_revenue(), number: true, cell: (row) => <Money cents={row.revenueCents} /> },
              { header: m.admin_metas_cost(), number: true, cell: (row) => <Money cents={row.costCents} /> },
              { header: m.admin_margin(), number: true, cell: (row) => <Money cents={marginOf(row)} /> },
            ]}
          />
        </details>
      </Card>
      <Card title={m.admin_revenue_by_plan_30_days_title()}>
        <DataTable
          caption={m.admin_revenue_margin_by_plan_caption()}
          rows={byPlan}
          keyOf={(row) => `${row.plan} ${row.billing}`}
          columns={[
            {
              header: m.common_plan(),
              cell: (row) => planWords(row.plan, row.billing),
              below: (row) => counted(m.admin_revenue_organisations_count, row.organisations),
            },
            { header: m.common_revenue(), number: true, cell: (row) => <Money cents={row.revenueCents} /> },
            { header: m.admin_metas_cost(), number: true, cell: (row) => <Money cents={row.costCents} /> },
            { header: m.admin_margin(), number: true, cell: (row) => <Money cents={marginOf(row)} /> },
          ]}
        />
      </Card>
      <Card title={m.admin_revenue_category_cost_title()} actions={<ExportLink what="costs" />}>
        <DataTable
          caption={m.admin_revenue_market_cost_caption()}
          rows={byCategory}
          keyOf={(row) => `${row.category} ${row.market}`}
          empty={m.admin_revenue_no_messages_delivered()}
          columns={[
            {
              header: m.common_category(),
              cell: (row) => metaWord(row.category),
              below: (row) => marketName(row.market),
            },
            { header: m.common_delivered(), number: true, cell: (row) => formatCount(row.messages) },
            { header: m.admin_charged_by_meta(), number: true, cell: (row) => formatCount(row.billable) },
            {
              header: m.common_cost(),
              number: true,
              cell: (row) =>
                row.unrated > 0 && row.costCents === 0 ? m.admin_no_rate() : <Money cents={row.costCents} />,
            },
          ]}
        />
      </Card>
    </>
  );
}
