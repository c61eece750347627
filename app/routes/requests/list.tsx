import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { type RequestFilters, requestFilters } from "#app/domain/sales/requests/schemas.ts";
import {
  type RequestPeriod,
  requestPeriods,
  requestSourceWords,
  requestStateWords,
} from "#app/domain/sales/requests/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { RequestBadge } from "./requestState.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.requests_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filters = requestFilters.parse(Object.fromEntries(new URL(request.url).searchParams));
  const found = await orThrowPage(context.get(apiContext)("GET /payment-requests", filters));
  const user = context.get(userContext);
  return {
    ...found,
    filters,
    mayExport: may(user, "paymentRequests.export"),
    mayManage: may(user, "paymentRequests.manage"),
  };
}

type Found = Route.ComponentProps["loaderData"];
type Listed = CallOutput<"GET /payment-requests">["requests"][number];

const periodWords: Record<RequestPeriod, () => string> = {
  "7days": () => m.common_last_days({ days: 7 }),
  "30days": () => m.common_last_days({ days: 30 }),
  "90days": () => m.common_last_days({ days: 90 }),
  all: m.billing_invoice_list_all_time,
};

const queryOf = ({ state, source, till, period }: RequestFilters) =>
  new URLSearchParams({ state, source, till, period });

/** What customers were asked for, newest first. */
export default function Requests({ loaderData }: Route.ComponentProps) {
  const { requests, nextCursor, filters, mayExport, mayManage } = loaderData;
  const isFiltered = Boolean(filters.state || filters.source || filters.till);
  return (
    <>
      <PageHeader
        title={m.requests_title()}
        description={m.requests_lead()}
        actions={
          <>
            {mayExport && (
              <ButtonLink
                to={`${href("/requests.csv")}?${queryOf(filters)}`}
                variant="secondary"
                reloadDocument
              >
                {m.common_export_csv()}
              </ButtonLink>
            )}
            {mayManage && (
              <ButtonLink to={href("/requests/settings")} variant="secondary">
                {m.common_settings()}
              </ButtonLink>
            )}
          </>
        }
      />
      <Filters found={loaderData} clear={isFiltered && href("/requests")} />
      <DataTable
        caption={m.requests_title()}
        paged
        rows={requests}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/requests/:paymentRequestId", { paymentRequestId: id })}
        empty={<EmptyState title={m.requests_empty_title()}>{m.requests_empty()}</EmptyState>}
        columns={columns()}
      />
      <Pagination cursor={filters.cursor} nextCursor={nextCursor} />
    </>
  );
}

function Filters({ found: { filters, tills }, clear }: { found: Found; clear: string | false }) {
  const options = <T extends string>(all: string, words: Readonly<Record<T, string>>) => [
    { value: "", label: all },
    ...(Object.entries(words) as [T, string][]).map(([value, label]) => ({ value, label })),
  ];
  return (
    <FilterBar
      choices={[
        {
          name: "state",
          label: m.common_status(),
          value: filters.state,
          options: options(m.common_all_statuses(), requestStateWords),
        },
        {
          name: "source",
          label: m.common_source(),
          value: filters.source,
          options: options(m.requests_all_sources(), requestSourceWords),
        },
        {
          name: "till",
          label: m.requests_till(),
          value: filters.till,
          options: [
            { value: "", label: m.requests_all_tills() },
            ...tills.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` })),
          ],
        },
        {
          name: "period",
          label: m.common_period(),
          value: filters.period,
          options: requestPeriods.map((value) => ({ value, label: periodWords[value]() })),
        },
      ]}
      clear={clear}
    />
  );
}

const columns = (): Column<Listed>[] => [
  { header: m.common_reason(), className: "wrap-anywhere", cell: ({ reason }) => reason },
  {
    header: m.common_contact(),
    cell: ({ contactId, contact }) =>
      contactId === null ? (
        m.requests_erased_contact()
      ) : (
        <Link className="link wrap-anywhere" to={href("/contacts/:contactId", { contactId })}>
          {contact}
        </Link>
      ),
  },
  { header: m.common_amount(), number: true, cell: ({ amountCents }) => <Money cents={amountCents} /> },
  {
    header: m.common_paid(),
    number: true,
    cell: ({ paidCents }) => (paidCents === 0 ? "–" : <Money cents={paidCents} />),
  },
  { header: m.common_status(), cell: ({ state }) => <RequestBadge state={state} /> },
  { header: m.common_source(), cell: ({ source }) => requestSourceWords[source] },
  {
    header: m.common_when(),
    className: "xl:whitespace-nowrap",
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
];

export { ScreenError as ErrorBoundary };
