import { monthWords } from "#app/platform/calendar.ts";
import { countOf } from "#app/platform/counts.ts";
import { BarChart } from "#app/ui/barChart.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";

interface Month {
  period: string;
  transactions: number;
  amountCents: number;
  shareCents: number;
}

/** The last six months, as bars and as a table. */
export function Months({ months }: { months: Month[] }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title="Partner share by month">
        <BarChart
          label="Partner share by month, in KES"
          bars={months.map(({ period, shareCents }) => ({
            name: period.slice(5),
            value: Math.max(0, shareCents / 100),
          }))}
        />
      </Card>
      <Card title="By month">
        <DataTable
          caption="Shares by month"
          rows={months.toReversed()}
          keyOf={(row) => row.period}
          columns={[
            {
              header: "Month",
              cell: (row) => monthWords(row.period),
              below: (row) => countOf(row.transactions, "transaction"),
            },
            { header: "Revenue", number: true, cell: (row) => <Money cents={row.amountCents} /> },
            { header: "Partner share", number: true, cell: (row) => <Money cents={row.shareCents} /> },
          ]}
        />
      </Card>
    </div>
  );
}
