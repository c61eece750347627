import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/platform/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/payments";
import { BillingTabs } from "./billing/billingTabs.tsx";
import { reversalStates } from "./reversalStates.ts";

export const meta: Route.MetaFunction = () => [{ title: "Payments – Administration" }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [{ lines }, { payments }, { reversals }] = await Promise.all([
    orErrorPage(api("GET /admin/bank/lines", { state: "open" })),
    orErrorPage(api("GET /admin/payments/unassigned", {})),
    orErrorPage(api("GET /admin/payments/reversals", {})),
  ]);
  return { lines, payments, reversals };
}

type Reversals = CallOutput<"GET /admin/payments/reversals">["reversals"];

function Reversals({ reversals }: { reversals: Reversals }) {
  return (
    <Card title="Given back by M-Pesa">
      <DataTable
        caption="M-Pesa reversals"
        rows={reversals}
        keyOf={({ reversal }) => reversal.id}
        hrefOf={({ reversal }) => href("/admin/payments/receipts/:receipt", { receipt: reversal.receipt })}
        empty="No payment was given back yet."
        columns={[
          {
            header: "Receipt",
            cell: ({ reversal }) => reversal.receipt,
            below: ({ reversal }) => reversal.reason,
          },
          { header: "Of", className: "wrap-anywhere", cell: ({ business }) => business ?? "nobody" },
          {
            header: "State",
            cell: ({ reversal }) => (
              <Badge tone={reversalStates[reversal.state].tone}>{reversalStates[reversal.state].label}</Badge>
            ),
          },
          { header: "Asked", cell: ({ reversal }) => <Time value={reversal.createdAt} /> },
          {
            header: "Amount",
            number: true,
            cell: ({ reversal }) => <Money cents={reversal.amountCents} />,
          },
        ]}
      />
    </Card>
  );
}

/** Money whose owner is not known, and what goes back to its payer. */
export default function Payments({ loaderData: { lines, payments, reversals } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Payments"
        description="What came in and waits for its owner."
        actions={
          <>
            <ButtonLink variant="secondary" to={`${href("/admin/billing/ledger")}?kind=money`}>
              Correct an entry
            </ButtonLink>
            <ButtonLink to={href("/admin/payments/statement")}>Upload a bank statement</ButtonLink>
          </>
        }
      />
      <BillingTabs />
      <div className="grid gap-4">
        <Card title={`Bank transfers without an owner (${formatCount(lines.length)})`}>
          <DataTable
            caption="Bank transfers without an owner"
            rows={lines}
            keyOf={(row) => row.id}
            hrefOf={(row) => href("/admin/payments/lines/:lineId", { lineId: row.id })}
            empty="Every transfer of the statements has found its owner."
            columns={[
              {
                header: "Text",
                cell: (row) => row.narration || row.bankReference,
                below: (row) => row.note,
              },
              { header: "Bank reference", cell: (row) => row.bankReference },
              { header: "Day", cell: (row) => row.bookedOn },
              { header: "Amount", number: true, cell: (row) => <Money cents={row.amountCents} /> },
            ]}
          />
        </Card>
        <Card title={`M-Pesa payments without an owner (${formatCount(payments.length)})`}>
          <DataTable
            caption="M-Pesa payments without an owner"
            rows={payments}
            keyOf={(row) => row.receipt}
            hrefOf={(row) => href("/admin/payments/receipts/:receipt", { receipt: row.receipt })}
            empty="Every payment at the paybill has found its owner."
            columns={[
              { header: "Receipt", cell: (row) => row.receipt, below: (row) => row.note },
              { header: "Account typed", cell: (row) => row.account || "nothing" },
              {
                header: "It may be of",
                className: "wrap-anywhere",
                cell: (row) => row.guesses.map(({ name }) => name).join(", ") || "–",
              },
              { header: "Paid", cell: (row) => <Time value={row.paidAt} /> },
              { header: "Amount", number: true, cell: (row) => <Money cents={row.amountCents} /> },
            ]}
          />
        </Card>
        <Reversals reversals={reversals} />
      </div>
    </>
  );
}
