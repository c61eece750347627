import { counted } from "#app/platform/numbers/counts.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { BarChart } from "#app/ui/barChart.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";

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
      <Card title={m.partners_months_partner_share_by_month()}>
        <BarChart
          label={m.partners_months_by_month_label()}
          bars={months.map(({ period, shareCents }) => ({
            name: period.slice(5),
            value: Math.max(0, shareCents / 100),
          }))}
        />
      </Card>
      <Card title={m.partners_months_by_month_title()}>
        <DataTable
          caption={m.partners_months_shares_by_month_caption()}
          rows={months.toReversed()}
          keyOf={(row) => row.period}
          columns={[
            {
              header: m.common_month(),
              cell: (row) => monthWords(row.period),
              below: (row) => counted(m.counts_transactions, row.transactions),
            },
            { header: m.common_revenue(), number: true, cell: (row) => <Money cents={row.amountCents} /> },
            {
              header: m.partners_partner_share(),
              number: true,
              cell: (row) => <Money cents={row.shareCents} />,
            },
          ]}
        />
      </Card>
    </div>
  );
}
