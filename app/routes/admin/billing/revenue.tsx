import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/platform/counts.ts";
import { formatKes, shortKes } from "#app/platform/money.ts";
import { BarChart } from "#app/ui/barChart.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card } from "#app/ui/page.tsx";
import { ExportLink } from "./exportLink.tsx";

type Billing = CallOutput<"GET /admin/billing">;

const marginOf = (row: { revenueCents: number; costCents: number }) => row.revenueCents - row.costCents;

/** 30 days of revenue beside Meta's cost: by day as chart and table, by plan, and by category and market. */
export function RevenueBreakdown({ billing: { byDay, byPlan, byCategory } }: { billing: Billing }) {
  const unrated = byCategory.reduce((sum, row) => sum + row.unrated, 0);
  return (
    <>
      {unrated > 0 && (
        <Notice tone="warn" title={`${formatCount(unrated)} messages have no rate`}>
          Meta's list has no rate for their market and category, so their cost is missing in these figures.
          Add it under Rates.
        </Notice>
      )}
      <Card title="Revenue and Meta's cost by day">
        <BarChart
          label="Revenue and Meta's cost by day"
          legend={["Revenue", "Meta's cost"]}
          format={formatKes}
          tick={shortKes}
          bars={byDay.map((day) => ({
            name: day.day.slice(5),
            value: Math.max(0, day.revenueCents),
            second: Math.max(0, day.costCents),
          }))}
        />
        <details className="bars-list">
          <summary className="link">With the margin</summary>
          <DataTable
            caption="Revenue and margin by day"
            rows={byDay.toReversed()}
            keyOf={(row) => row.day}
            columns={[
              { header: "Day", cell: (row) => row.day },
              { header: "Revenue", number: true, cell: (row) => <Money cents={row.revenueCents} /> },
              { header: "Meta's cost", number: true, cell: (row) => <Money cents={row.costCents} /> },
              { header: "Margin", number: true, cell: (row) => <Money cents={marginOf(row)} /> },
            ]}
          />
        </details>
      </Card>
      <Card title="By plan, 30 days">
        <DataTable
          caption="Revenue and margin by plan"
          rows={byPlan}
          keyOf={(row) => `${row.plan} ${row.billing}`}
          columns={[
            {
              header: "Plan",
              cell: (row) => `${row.plan}, ${row.billing}`,
              below: (row) => `${formatCount(row.organisations)} organisations`,
            },
            { header: "Revenue", number: true, cell: (row) => <Money cents={row.revenueCents} /> },
            { header: "Meta's cost", number: true, cell: (row) => <Money cents={row.costCents} /> },
            { header: "Margin", number: true, cell: (row) => <Money cents={marginOf(row)} /> },
          ]}
        />
      </Card>
      <Card title="Meta's cost by category, 30 days" actions={<ExportLink what="costs" />}>
        <DataTable
          caption="Meta's cost by category and market"
          rows={byCategory}
          keyOf={(row) => `${row.category} ${row.market}`}
          empty="No message was delivered."
          columns={[
            { header: "Category", cell: (row) => row.category, below: (row) => row.market },
            { header: "Delivered", number: true, cell: (row) => formatCount(row.messages) },
            { header: "Charged by Meta", number: true, cell: (row) => formatCount(row.billable) },
            {
              header: "Cost",
              number: true,
              cell: (row) =>
                row.unrated > 0 && row.costCents === 0 ? "No rate" : <Money cents={row.costCents} />,
            },
          ]}
        />
      </Card>
    </>
  );
}
