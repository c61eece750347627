import type { CallOutput } from "#app/api/client.server.ts";
import { serviceWords } from "#app/domain/partners/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Time } from "#app/ui/time.tsx";
import { ShareBadge } from "./badges.tsx";

type Row = CallOutput<"GET /partner/transactions">["transactions"][number];

/** Each batch of delivered messages, and whatever else was paid, with its share. */
export function TransactionTable({
  caption,
  rows,
  withPartner,
}: {
  caption: string;
  rows: Row[];
  withPartner: boolean;
}) {
  return (
    <DataTable
      caption={caption}
      paged
      rows={rows}
      keyOf={(row) => row.id}
      empty="No transaction matches."
      columns={[
        {
          header: "Organisation",
          cell: (row) => row.organisation,
          below: (row) => row.customerPhone || undefined,
        },
        ...(withPartner ? [{ header: "Partner", cell: (row: Row) => row.partnerName }] : []),
        {
          header: "Service",
          cell: (row) => (
            <>
              {serviceWords[row.serviceType]}
              {row.messages > 0 && <span className="hint block">{formatCount(row.messages)} delivered</span>}
            </>
          ),
        },
        { header: "Amount", number: true, cell: (row) => <Money cents={row.amountCents} /> },
        {
          header: "Partner share",
          number: true,
          cell: (row) => (
            <>
              <Money cents={row.partnerShareCents} />
              <span className="hint block">{row.percent}%</span>
            </>
          ),
        },
        { header: "Platform share", number: true, cell: (row) => <Money cents={row.platformShareCents} /> },
        { header: "Status", cell: (row) => <ShareBadge status={row.status} of="transaction" /> },
        {
          header: "Date",
          cell: (row) => (
            <>
              <Time value={row.transactionDate} />
              <span className="hint block break-all">{row.reference}</span>
            </>
          ),
        },
      ]}
    />
  );
}
