import { href } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/payments";
import { BillingTabs } from "./billing/billingTabs.tsx";
import { reversalStates } from "./reversalStates.ts";

export const meta: Route.MetaFunction = () => [{ title: m.admin_payments_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/payments/reversals", {});
}

/** Payments that M-Pesa was asked to return to their payers. */
export default function Payments({ loaderData: { reversals } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.admin_refunded_by_mpesa_title()} />
      <BillingTabs />
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
            header: m.common_business(),
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
    </>
  );
}
