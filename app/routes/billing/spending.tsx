import type { CallOutput } from "#app/api/client.server.ts";
import { dimensionWords, spendingDimensions } from "#app/domain/money/spending/words.ts";
import { monthWords } from "#app/platform/calendar.ts";
import { formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";

type Spending = CallOutput<"GET /billing/spending">;

const height = 140;
const slot = 64;

/** Each month as a bar of fee and messages, drawn on the server. The table beside it says the same. */
function MonthChart({ months }: Pick<Spending, "months">) {
  const max = Math.max(1, ...months.map(({ totalCents }) => totalCents));
  const tall = (cents: number) => (cents / max) * height;
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${months.length * slot} ${height + 22}`}
      role="img"
      aria-label="Spending by month, as in the table"
    >
      {months.map((month, index) => (
        <g key={month.month}>
          <title>{`${monthWords(month.month)}: ${formatKes(month.totalCents)}`}</title>
          <rect
            className="bar"
            x={index * slot + 14}
            y={height - tall(month.feeCents)}
            width={slot - 28}
            height={tall(month.feeCents)}
          />
          <rect
            className="bar bar-second"
            x={index * slot + 14}
            y={height - tall(month.totalCents)}
            width={slot - 28}
            height={tall(month.messageCents)}
          />
          <text x={index * slot + slot / 2} y={height + 16} textAnchor="middle">
            {monthWords(month.month).slice(0, 3)}
          </text>
        </g>
      ))}
      <path className="bar-base" d={`M0 ${height}H${months.length * slot}`} />
    </svg>
  );
}

/** What each of the last months cost, as chart and table. */
export function SpendingByMonth({ months }: Pick<Spending, "months">) {
  return (
    <Card title="Spending by month">
      <div className="grid gap-6">
        <div className="max-w-xl">
          <MonthChart months={months} />
          <p className="hint mt-2">Lower part: monthly fee. Upper part: messages paid from the wallet.</p>
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
