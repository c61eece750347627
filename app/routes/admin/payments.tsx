import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { CalendarDay, Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/payments";
import { BillingTabs } from "./billing/billingTabs.tsx";
import { reversalStates } from "./reversalStates.ts";

export const meta: Route.MetaFunction = () => [{ title: m.admin_payments_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [{ lines }, { payments }, { reversals }] = await Promise.all([
    orThrowPage(api("GET /admin/bank/lines", { state: "open" })),
    orThrowPage(api("GET /admin/payments/unassigned", {})),
    orThrowPage(api("GET /admin/payments/reversals", {})),
  ]);
  return { lines, payments, reversals };
}

type Reversals = CallOutput<"GET /admin/payments/reversals">["reversals"];

function Reversals({ reversals }: { reversals: Reversals }) {
  return (
    <Card title={m.admin_refunded_by_mpesa_title()}>
      <DataTable
        caption={m.admin_payments_mpesa_reversals_caption()}
        rows={reversals}
        keyOf={({ reversal }) => reversal.id}
        hrefOf={({ reversal }) => href("/admin/payments/receipts/:receipt", { receipt: reversal.receipt })}
        empty={m.admin_payments_no_refunds_yet_empty()}
        columns={[
          {
            header: m.common_receipt(),
            cell: ({ reversal }) => reversal.receipt,
            below: ({ reversal }) => reversal.reason,
          },
          {
            header: m.admin_payments_of(),
            className: "wrap-anywhere",
            cell: ({ business }) => business ?? m.admin_payments_no_one(),
          },
          {
            header: m.common_status(),
            cell: ({ reversal }) => (
              <Badge tone={reversalStates[reversal.state].tone}>{reversalStates[reversal.state].label}</Badge>
            ),
          },
          { header: m.admin_requested(), cell: ({ reversal }) => <Time value={reversal.createdAt} /> },
          {
            header: m.common_amount(),
            number: true,
            cell: ({ reversal }) => <Money cents={reversal.amountCents} />,
          },
        ]}
      />
    </Card>
  );
}

/** Unmatched payments, and refunds to payers. */
export default function Payments({ loaderData: { lines, payments, reversals } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={m.common_payments()}
        description={m.admin_work_lists_unmatched_meaning()}
        actions={
          <>
            <ButtonLink variant="secondary" to={`${href("/admin/billing/ledger")}?kind=money`}>
              {m.admin_payments_correct_entry_link()}
            </ButtonLink>
            <ButtonLink to={href("/admin/payments/statement")}>{m.admin_upload_bank_statement()}</ButtonLink>
          </>
        }
      />
      <BillingTabs />
      <div className="grid gap-4">
        <Card title={m.admin_payments_bank_title({ count: formatCount(lines.length) })}>
          <DataTable
            caption={m.admin_payments_bank_caption()}
            rows={lines}
            keyOf={(row) => row.id}
            hrefOf={(row) => href("/admin/billing/work/:list/:itemId", { list: "unmatched", itemId: row.id })}
            empty={m.admin_payments_bank_empty()}
            columns={[
              {
                header: m.common_text(),
                cell: (row) => row.narration || row.bankReference,
                below: (row) => row.note,
              },
              { header: m.admin_bank_reference(), cell: (row) => row.bankReference },
              { header: m.common_day(), cell: (row) => <CalendarDay value={row.bookedOn} /> },
              { header: m.common_amount(), number: true, cell: (row) => <Money cents={row.amountCents} /> },
            ]}
          />
        </Card>
        <Card title={m.admin_payments_mpesa_title({ count: formatCount(payments.length) })}>
          <DataTable
            caption={m.admin_payments_mpesa_caption()}
            rows={payments}
            keyOf={(row) => row.receipt}
            hrefOf={(row) =>
              href("/admin/billing/work/:list/:itemId", { list: "unmatched", itemId: row.receipt })
            }
            empty={m.admin_payments_mpesa_empty()}
            columns={[
              { header: m.common_receipt(), cell: (row) => row.receipt, below: (row) => row.note },
              {
                header: m.admin_account_entered(),
                cell: (row) => row.account || m.admin_payments_no_account_entered(),
              },
              {
                header: m.admin_payments_possible_owner(),
                className: "wrap-anywhere",
                cell: (row) => row.guesses.map(({ name }) => name).join(", ") || "–",
              },
              { header: m.common_paid(), cell: (row) => <Time value={row.paidAt} /> },
              { header: m.common_amount(), number: true, cell: (row) => <Money cents={row.amountCents} /> },
            ]}
          />
        </Card>
        <Reversals reversals={reversals} />
      </div>
    </>
  );
}
