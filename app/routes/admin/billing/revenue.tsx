import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card } from "#app/ui/page.tsx";
import { ExportLink } from "./exportLink.tsx";

type Billing = CallOutput<"GET /admin/billing">;

const height = 120;
const slot = 20;

/** Each day as two bars, drawn on the server: revenue, and beside it what Meta takes. The table says the same. */
function DayChart({ days }: { days: Billing["byDay"] }) {
  const max = Math.max(1, ...days.map((day) => Math.max(day.revenueCents, day.costCents)));
  const tall = (cents: number) => (Math.max(0, cents) / max) * height;
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${days.length * slot} ${height + 18}`}
      role="img"
      aria-label="Revenue and Meta's cost by day, as in the table"
    >
      {days.map((day, index) => (
        <g key={day.day}>
          <title>{`${day.day}: ${formatKes(day.revenueCents)}, Meta ${formatKes(day.costCents)}`}</title>
          <rect
            className="bar"
            x={index * slot + 2}
            y={height - tall(day.revenueCents)}
            width={8}
            height={tall(day.revenueCents)}
          />
          <rect
            className="bar bar-second"
            x={index * slot + 10}
            y={height - tall(day.costCents)}
            width={8}
            height={tall(day.costCents)}
          />
          {index % 5 === 2 && (
            <text x={index * slot + slot / 2} y={height + 14} textAnchor="middle">
              {day.day.slice(5)}
            </text>
          )}
        </g>
      ))}
      <path className="bar-base" d={`M0 ${height}H${days.length * slot}`} />
    </svg>
  );
}

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
        <DayChart days={byDay} />
        <p className="hint mt-2">
          Green: revenue. Orange: what Meta takes for the delivered messages at its list prices.
        </p>
        <details className="bars-list">
          <summary className="link">The figures</summary>
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
