import type { CallOutput } from "#app/api/client.server.ts";
import { dimensionWords, spendingDimensions } from "#app/domain/money/spending/words.ts";
import { formatKes, shortKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { monthWords, shortMonth } from "#app/platform/time/calendar.ts";
import { BarChart } from "#app/ui/barChart.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import { m } from "#messages";

type Spending = CallOutput<"GET /billing/spending">;

/** What each of the last months cost, as chart and table. */
export function SpendingByMonth({ months }: Pick<Spending, "months">) {
  return (
    <Card title={m.billing_spending_by_month()}>
      <div className="grid gap-6">
        <div className="max-w-xl">
          <BarChart
            label={m.billing_fee_and_messages_by_month()}
            legend={[m.billing_monthly_fee(), m.billing_messages_paid_from_the_wallet()]}
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
        <Table caption={m.billing_spending_by_month()} stacked>
          <thead>
            <tr>
              <th scope="col">{m.common_month()}</th>
              <th scope="col" className="number">
                {m.billing_fee()}
              </th>
              <th scope="col" className="number">
                {m.common_messages()}
              </th>
              <th scope="col" className="number">
                {m.common_total()}
              </th>
              <th scope="col" className="number">
                {m.common_delivered()}
              </th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map((month) => (
              <tr key={month.month}>
                <th scope="row">{monthWords(month.month)}</th>
                <td className="number" data-label={m.billing_fee()}>
                  <Money cents={month.feeCents} />
                </td>
                <td className="number" data-label={m.common_messages()}>
                  <Money cents={month.messageCents} />
                </td>
                <td className="number" data-label={m.common_total()}>
                  <Money cents={month.totalCents} />
                </td>
                <td className="number" data-label={m.common_delivered()}>
                  {formatCount(month.delivered)}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  );
}

/** Where the money of a month went, by what one chooses. */
export function SpendingBreakdown({ breakdown, months }: Pick<Spending, "breakdown" | "months">) {
  const { by, month, rows } = breakdown;
  return (
    <Card title={m.billing_where_it_went()}>
      <div className="grid gap-4">
        <FilterBar
          id="breakdown"
          label={m.billing_where_it_went()}
          choices={[
            {
              name: "by",
              label: m.billing_group_by(),
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
        {rows.length === 0 ? (
          <p className="hint">{m.billing_no_messages_were_delivered_in({ month: monthWords(month) })}</p>
        ) : (
          <Table
            caption={m.billing_spending_by({
              dimensionWords: inSentence(dimensionWords[by]),
              month: monthWords(month),
            })}
            stacked
          >
            <thead>
              <tr>
                <th scope="col">{dimensionWords[by]}</th>
                <th scope="col" className="number">
                  {m.common_delivered()}
                </th>
                <th scope="col" className="number">
                  {m.billing_from_the_wallet()}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name}>
                  <th scope="row" className="wrap-anywhere">
                    {row.name}
                  </th>
                  <td className="number" data-label={m.common_delivered()}>
                    {formatCount(row.delivered)}
                  </td>
                  <td className="number" data-label={m.billing_from_the_wallet()}>
                    <Money cents={row.cents} />
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </div>
    </Card>
  );
}
