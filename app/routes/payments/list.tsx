import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { paymentFilters } from "#app/domain/sales/payments/schemas.ts";
import { paymentStates, paymentStateWords } from "#app/domain/sales/payments/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { DayFilter } from "./dayFilter.tsx";
import { PaymentState } from "./paymentState.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.common_payments() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filters = paymentFilters.parse(Object.fromEntries(new URL(request.url).searchParams));
  const found = await orThrowPage(context.get(apiContext)("GET /till-payments", filters));
  return { ...found, filters };
}

/** Customers' payments to the organisation's tills, and which of them need a member. */
export default function Payments({ loaderData }: Route.ComponentProps) {
  const { payments, nextCursor, tills, waiting, filters } = loaderData;
  const isFiltered = filters.state !== "" || filters.tillId !== "" || filters.day !== "";
  return (
    <>
      <PageHeader
        title={m.common_payments()}
        description={m.receipts_lead()}
        actions={
          tills.length > 0 && (
            <ButtonLink to={href("/integrations/mpesa")} variant="secondary">
              {m.tills_title()}
            </ButtonLink>
          )
        }
      />
      {waiting > 0 && filters.state === "" && (
        <Notice
          tone="warn"
          title={m.receipts_waiting_title({ payments: counted(m.counts_payments, waiting) })}
        >
          <Link className="link" to={`${href("/payments")}?state=unmatched`}>
            {m.receipts_waiting_link()}
          </Link>
        </Notice>
      )}
      {tills.length > 0 && (
        <FilterBar
          choices={[
            {
              name: "state",
              label: m.common_status(),
              value: filters.state,
              options: [
                { value: "", label: m.receipts_filter_all() },
                ...paymentStates.map((state) => ({ value: state, label: paymentStateWords[state] })),
              ],
            },
            {
              name: "tillId",
              label: m.requests_till(),
              value: filters.tillId,
              options: [
                { value: "", label: m.receipts_filter_all_tills() },
                ...tills.map(({ id, name }) => ({ value: id, label: name })),
              ],
            },
          ]}
          clear={isFiltered && href("/payments")}
        />
      )}
      {tills.length > 0 && <DayFilter filters={filters} />}
      <DataTable
        paged
        caption={m.common_payments()}
        rows={payments}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/payments/:tillPaymentId", { tillPaymentId: id })}
        empty={<NoPayments hasTills={tills.length > 0} />}
        columns={columns}
      />
      <Pagination cursor={filters.cursor} nextCursor={nextCursor} />
    </>
  );
}

const NoPayments = ({ hasTills }: { hasTills: boolean }) =>
  hasTills ? (
    <EmptyState title={m.receipts_empty_title()}>{m.receipts_empty_text()}</EmptyState>
  ) : (
    <EmptyState
      title={m.tills_empty_title()}
      action={<ButtonLink to={href("/integrations/mpesa")}>{m.tills_title()}</ButtonLink>}
    >
      {m.tills_empty_text()}
    </EmptyState>
  );

type Payment = CallOutput<"GET /till-payments">["payments"][number];

const columns: Column<Payment>[] = [
  {
    header: m.common_receipt,
    cell: ({ receipt }) => receipt,
    below: ({ till, account }) => (
      <span className="wrap-anywhere">{account === "" ? till : `${till}, ${account}`}</span>
    ),
  },
  { header: m.common_time, className: "sm:whitespace-nowrap", cell: ({ paidAt }) => <Time value={paidAt} /> },
  { header: m.common_status, cell: ({ state }) => <PaymentState state={state} /> },
  {
    header: m.common_contact,
    cell: ({ contactId, contact, payerName }) =>
      contactId ? (
        <Link className="link wrap-anywhere" to={href("/contacts/:contactId", { contactId })}>
          {contact}
        </Link>
      ) : (
        <span className="wrap-anywhere">{payerName || "–"}</span>
      ),
  },
  {
    header: m.common_amount,
    number: true,
    className: "sm:whitespace-nowrap",
    cell: ({ amountCents, creditCents }) => (
      <>
        <Money cents={amountCents} />
        {creditCents > 0 && creditCents < amountCents && (
          <span className="hint block">{m.receipts_credit_amount({ amount: formatKes(creditCents) })}</span>
        )}
      </>
    ),
  },
];

export { ScreenError as ErrorBoundary };
