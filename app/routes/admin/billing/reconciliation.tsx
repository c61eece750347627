import { methodLabel } from "#app/domain/console/billing/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/reconciliation";
import { BillingTabs } from "./billingTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.admin_reconciliation_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/billing/reconciliation", {});
}

/** Agreement as a word; a difference as an amount. */
function Difference({ cents }: { cents: number | null }) {
  if (cents === null) return <>{m.common_not_reported()}</>;
  return cents === 0 ? (
    <Badge tone="good">{m.admin_reconciliation_agrees()}</Badge>
  ) : (
    <Badge tone="bad">{formatKes(cents)}</Badge>
  );
}

export default function Reconciliation({
  loaderData: { methods, suspenseCents, announced, checks },
}: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.admin_reconciliation()} description={m.admin_reconciliation_lead()} />
      <BillingTabs />
      <div className="grid gap-4">
        <StatGrid>
          <Stat
            label={m.admin_reconciliation_in_suspense()}
            value={<Money cents={suspenseCents} />}
            hint={m.admin_reconciliation_owner_unknown_hint()}
          />
          <Stat
            label={m.admin_reconciliation_transfers_announced()}
            value={<Money cents={announced.cents} />}
            hint={m.admin_reconciliation_not_at_bank_hint({ announcedCount: formatCount(announced.count) })}
          />
        </StatGrid>
        <DataTable
          caption={m.admin_reconciliation_payments_by_method()}
          rows={methods}
          keyOf={(row) => row.method}
          columns={[
            {
              header: m.admin_reconciliation_method(),
              cell: (row) => (row.method === "card" ? m.common_card() : methodLabel(row.method)),
              below: (row) => counted(m.admin_reconciliation_payments_count, row.payments),
            },
            {
              header: m.admin_reconciliation_received(),
              number: true,
              cell: (row) => <Money cents={row.receivedCents} />,
            },
            {
              header: m.admin_reconciliation_paid_out(),
              number: true,
              cell: (row) => <Money cents={row.paidOutCents} />,
            },
            { header: m.admin_ledger(), number: true, cell: (row) => <Money cents={row.ledgerCents} /> },
            {
              header: m.admin_payments_less_ledger(),
              cell: (row) => <Difference cents={row.receivedCents - row.paidOutCents - row.ledgerCents} />,
            },
            {
              header: m.admin_reconciliation_at_provider(),
              number: true,
              cell: (row) =>
                row.providerCents === null ? (
                  m.common_not_reported()
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
    <Card title={m.admin_reconciliation_balance_title()}>
      <DataTable
        caption={m.admin_reconciliation_balance_checks()}
        rows={checks}
        keyOf={(row) => row.id}
        empty={m.admin_reconciliation_balance_empty()}
        columns={[
          { header: m.admin_requested(), cell: (row) => <Time value={row.requestedAt} /> },
          {
            header: "M-Pesa",
            number: true,
            cell: (row) =>
              row.providerCents === null ? m.admin_none_cell() : <Money cents={row.providerCents} />,
          },
          {
            header: m.admin_ledger(),
            number: true,
            cell: (row) => (row.ledgerCents === null ? "–" : <Money cents={row.ledgerCents} />),
          },
          {
            header: m.admin_reconciliation_difference(),
            cell: (row) => <Difference cents={row.differenceCents} />,
          },
        ]}
      />
    </Card>
  );
}
