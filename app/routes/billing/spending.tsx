import type { CallOutput } from "#app/api/client.server.ts";
import { dimensionWords, spendingDimensions } from "#app/domain/money/spending/words.ts";
import { formatKes, shortKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { monthWords, shortMonth } from "#app/platform/time/calendar.ts";
import { BarChart } from "#app/ui/barChart.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";

type Spending = CallOutput<"GET /billing/spending">;

/** The cost of each of the last months, as chart and table. */
export function SpendingByMonth({ months }: Pick<Spending, "months">) {
  return (
    <Card title={m.billing_spending_by_month()}>
      <div className="grid gap-6">
        <div className="max-w-xl">
          <BarChart
            label={m.billing_spending_by_month_label()}
            legend={[m.billing_monthly_fee(), m.billing_spending_wallet_messages_legend()]}
            stacked
            format={formatKes}
            tick={shortKes}
            bars={months.map((month) => ({
              name: shortMonth(month.month),
              value: month.feeCents,
              second: month.messageCents,
            }))}
          />
        </div>
        <DataTable
          caption={m.billing_spending_by_month()}
          rows={months.toReversed()}
          keyOf={({ month }) => month}
          columns={[
            { header: m.common_month, cell: ({ month }) => monthWords(month) },
            {
              header: m.billing_spending_fee,
              number: true,
              cell: (month) => <Money cents={month.feeCents} />,
            },
            {
              header: m.common_messages,
              number: true,
              cell: (month) => <Money cents={month.messageCents} />,
            },
            { header: m.common_total, number: true, cell: (month) => <Money cents={month.totalCents} /> },
            { header: m.common_delivered, number: true, cell: (month) => formatCount(month.delivered) },
          ]}
        />
      </div>
    </Card>
  );
}

/** A month's spending, grouped by choice. */
export function SpendingBreakdown({ breakdown, months }: Pick<Spending, "breakdown" | "months">) {
  const { by, month, rows, others } = breakdown;
  const all = others
    ? [...rows, { ...others, name: m.billing_spending_others({ rows: formatCount(others.rows) }) }]
    : rows;
  return (
    <Card title={m.billing_spending_breakdown()}>
      <div className="grid gap-4">
        <FilterBar
          id="breakdown"
          label={m.billing_spending_breakdown()}
          choices={[
            {
              name: "by",
              label: m.billing_spending_group_by(),
              value: by,
              options: spendingDimensions.map((value) => ({ value, label: dimensionWords[value] })),
            },
            {
              name: "month",
              label: m.common_month(),
              value: month,
              options: months.toReversed().map((one) => ({ value: one.month, label: monthWords(one.month) })),
            },
          ]}
        />
        <DataTable
          caption={m.billing_spending_by_caption({
            dimensionWords: inSentence(dimensionWords[by]),
            month: monthWords(month),
          })}
          rows={all}
          keyOf={({ name }) => name}
          empty={m.billing_spending_no_messages_delivered({ month: monthWords(month) })}
          columns={[
            { header: dimensionWords[by], className: "wrap-anywhere", cell: ({ name }) => name },
            { header: m.common_delivered, number: true, cell: (row) => formatCount(row.delivered) },
            {
              header: m.billing_spending_from_wallet,
              number: true,
              cell: (row) => <Money cents={row.cents} />,
            },
          ]}
        />
      </div>
    </Card>
  );
}
