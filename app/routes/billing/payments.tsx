import { href } from "react-router";
import { formatKes } from "#app/platform/money/money.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/payments";
import { BillingHead } from "./billingHead.tsx";
import { PaymentBadge } from "./paymentBadge.tsx";

const methods = lazy({
  mpesa: "M-Pesa",
  card: m.common_card,
  bank: m.common_bank_transfer,
});

export const meta: Route.MetaFunction = () => [{ title: m.common_payments() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = new URL(request.url).searchParams.get("page");
  const found = await pageApi(context)("GET /payments", { page });
  return { ...found, mayAct: may(context.get(userContext), "money.pay") };
}

/** Payments of the organisation, tried or received. */
export default function Payments({ loaderData }: Route.ComponentProps) {
  const { payments, page, pages, mayAct } = loaderData;
  return (
    <>
      <BillingHead mayAct={mayAct} />
      <DataTable
        paged
        caption={m.common_payments()}
        rows={payments}
        keyOf={(payment) => payment.id ?? payment.receipt ?? payment.at}
        hrefOf={({ id }) => (id ? href("/billing/payments/:paymentId", { paymentId: id }) : undefined)}
        empty={
          <EmptyState title={m.billing_payments_no_payments_yet_title()}>
            {m.billing_payments_empty()}
          </EmptyState>
        }
        columns={[
          {
            header: m.common_payment,
            cell: ({ id, method }) =>
              id ? methods[method] : m.billing_payments_paybill({ methods: methods[method] }),
          },
          {
            header: m.common_time,
            className: "sm:whitespace-nowrap",
            cell: (payment) => <Time value={payment.at} />,
          },
          { header: m.common_status, cell: (payment) => <PaymentBadge state={payment.state} /> },
          { header: m.common_receipt, cell: (payment) => payment.receipt ?? "–" },
          {
            header: m.common_amount,
            number: true,
            className: "sm:whitespace-nowrap",
            cell: (payment) => formatKes(payment.amountCents),
          },
        ]}
      />
      <Pagination page={page} pages={pages} />
    </>
  );
}
