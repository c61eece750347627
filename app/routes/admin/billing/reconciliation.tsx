import { methodLabel } from "#app/domain/console/billing/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/reconciliation";
import { BillingTabs } from "./billingTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Reconciliation – Administration" }];

export async function loader({ context }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/billing/reconciliation", {}));
}

/** Agreement as a word; a difference as an amount. */
function Difference({ cents }: { cents: number | null }) {
  if (cents === null) return <>Not told</>;
  return cents === 0 ? <Badge tone="good">Agrees</Badge> : <Badge tone="bad">{formatKes(cents)}</Badge>;
}

export default function Reconciliation({
  loaderData: { methods, suspenseCents, announced, checks },
}: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Reconciliation"
        description="What was paid by each method, against the ledger and what the providers hold."
      />
      <BillingTabs />
      <div className="grid gap-4">
        <StatGrid>
          <Stat label="In suspense" value={<Money cents={suspenseCents} />} hint="Owner unknown" />
          <Stat
            label="Transfers announced"
            value={<Money cents={announced.cents} />}
            hint={`${formatCount(announced.count)} not found at the bank yet`}
          />
        </StatGrid>
        <DataTable
          caption="Payments by method"
          rows={methods}
          keyOf={(row) => row.method}
          columns={[
            {
              header: "Method",
              cell: (row) => (row.method === "card" ? "Card" : methodLabel(row.method)),
              below: (row) => `${formatCount(row.payments)} payments`,
            },
            { header: "Received", number: true, cell: (row) => <Money cents={row.receivedCents} /> },
            { header: "Paid out", number: true, cell: (row) => <Money cents={row.paidOutCents} /> },
            { header: "Ledger", number: true, cell: (row) => <Money cents={row.ledgerCents} /> },
            {
              header: "Payments less ledger",
              cell: (row) => <Difference cents={row.receivedCents - row.paidOutCents - row.ledgerCents} />,
            },
            {
              header: "At the provider",
              number: true,
              cell: (row) =>
                row.providerCents === null ? (
                  "Not told"
                ) : (
                  <>
                    <Money cents={row.providerCents} />
                    <div className="hint">{row.providerAt && <Time value={row.providerAt} />}</div>
                  </>
                ),
            },
          ]}
        />
        <Checks checks={checks} />
      </div>
    </>
  );
}

function Checks({ checks }: Pick<Route.ComponentProps["loaderData"], "checks">) {
  return (
    <Card title="Daily balance of the M-Pesa shortcode">
      <DataTable
        caption="Balance checks"
        rows={checks}
        keyOf={(row) => row.id}
        empty="M-Pesa has not been asked for its balance yet."
        columns={[
          { header: "Asked", cell: (row) => <Time value={row.askedAt} /> },
          {
            header: "M-Pesa",
            number: true,
            cell: (row) => (row.providerCents === null ? "No answer" : <Money cents={row.providerCents} />),
          },
          {
            header: "Ledger",
            number: true,
            cell: (row) => (row.ledgerCents === null ? "–" : <Money cents={row.ledgerCents} />),
          },
          { header: "Difference", cell: (row) => <Difference cents={row.differenceCents} /> },
        ]}
      />
    </Card>
  );
}
