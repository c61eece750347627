import type { CallOutput } from "#app/api/client.server.ts";
import { dimensionWords, spendingDimensions } from "#app/domain/money/spending/words.ts";
import { monthWords } from "#app/platform/calendar.ts";
import { formatCount } from "#app/platform/counts.ts";
import { formatKes, shortKes } from "#app/platform/money.ts";
import { BarChart } from "#app/ui/barChart.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";

type Spending = CallOutput<"GET /billing/spending">;

/** What each of the last months cost, as chart and table. */
export function SpendingByMonth({ months }: Pick<Spending, "months">) {
  return (
    <Card title="Spending by month">
      <div className="grid gap-6">
        <div className="max-w-xl">
          <BarChart
            label="Fee and messages by month"
            legend={["Monthly fee", "Messages paid from the wallet"]}
            stacked
            format={formatKes}
            tick={shortKes}
            bars={months.map((month) => ({
              name: monthWords(month.month).slice(0, 3),
              value: month.feeCents,
              second: month.messageCents,
            }))}
          />
        </div>
        <Table caption="Spending by month" stacked>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col" className="number">
                Fee
              </th>
              <th scope="col" className="number">
                Messages
              </th>
              <th scope="col" className="number">
                Total
              </th>
              <th scope="col" className="number">
                Delivered
              </th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map((month) => (
              <tr key={month.month}>
                <th scope="row">{monthWords(month.month)}</th>
                <td className="number" data-label="Fee">
                  <Money cents={month.feeCents} />
                </td>
                <td className="number" data-label="Messages">
                  <Money cents={month.messageCents} />
                </td>
                <td className="number" data-label="Total">
                  <Money cents={month.totalCents} />
                </td>
                <td className="number" data-label="Delivered">
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
    <Card title="Where it went">
      <div className="grid gap-4">
        <FilterBar
          id="breakdown"
          label="Where it went"
          choices={[
            {
              name: "by",
              label: "By",
              value: by,
              options: spendingDimensions.map((value) => ({ value, label: dimensionWords[value] })),
            },
            {
              name: "month",
              label: "Month",
              value: month,
              options: months.toReversed().map((one) => ({ value: one.month, label: monthWords(one.month) })),
            },
          ]}
        />
        {rows.length === 0 ? (
          <p className="hint">No messages were delivered in {monthWords(month)}.</p>
        ) : (
          <Table caption={`Spending by ${dimensionWords[by].toLowerCase()}, ${monthWords(month)}`} stacked>
            <thead>
              <tr>
                <th scope="col">{dimensionWords[by]}</th>
                <th scope="col" className="number">
                  Delivered
                </th>
                <th scope="col" className="number">
                  From the wallet
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name}>
                  <th scope="row" className="wrap-anywhere">
                    {row.name}
                  </th>
                  <td className="number" data-label="Delivered">
                    {formatCount(row.delivered)}
                  </td>
                  <td className="number" data-label="From the wallet">
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
