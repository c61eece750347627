import type { CallOutput } from "#app/api/client.server.ts";
import { serviceWords } from "#app/domain/partners/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import { ShareBadge } from "./badges.tsx";

type Row = CallOutput<"GET /partner/transactions">["transactions"][number];

/** Each batch of delivered messages, and other payments, with its share. */
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
      empty={m.partners_no_transactions_match()}
      columns={[
        {
          header: m.common_organisation(),
          cell: (row) => row.organisation,
          below: (row) => row.customerPhone || undefined,
        },
        ...(withPartner ? [{ header: m.common_partner(), cell: (row: Row) => row.partnerName }] : []),
        {
          header: m.common_service(),
          cell: (row) => (
            <>
              {serviceWords[row.serviceType]}
              {row.messages > 0 && (
                <span className="hint block">
                  {m.partners_transaction_delivered_text({ messages: formatCount(row.messages) })}
                </span>
              )}
            </>
          ),
        },
        { header: m.common_amount(), number: true, cell: (row) => <Money cents={row.amountCents} /> },
        {
          header: m.partners_partner_share(),
          number: true,
          cell: (row) => (
            <>
              <Money cents={row.partnerShareCents} />
              <span className="hint block">{percentText(row.percent)}</span>
            </>
          ),
        },
        {
          header: m.partners_platform_share(),
          number: true,
          cell: (row) => <Money cents={row.platformShareCents} />,
        },
        { header: m.common_status(), cell: (row) => <ShareBadge status={row.status} /> },
        {
          header: m.common_date(),
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
