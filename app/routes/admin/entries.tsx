import { href } from "react-router";
import { entrySearch } from "#app/domain/money/corrections/schemas.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/entries";
import { BillingTabs } from "./billing/billingTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Correct an entry – Administration" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = entrySearch.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, ...(await orErrorPage(context.get(apiContext)("GET /admin/entries", filter))) };
}

/** Entries that moved money into or out of wallets, to find the one that is wrong. */
export default function Entries({ loaderData: { filter, entries, page, hasMore } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Correct an entry"
        description="Nothing that is booked is changed: a wrong entry is reversed by another one."
        actions={
          <ButtonLink variant="quiet" to={href("/admin/payments")}>
            Payments
          </ButtonLink>
        }
      />
      <BillingTabs />
      <div className="grid gap-4">
        <FilterBar
          search={{ name: "search", value: filter.search, placeholder: "Receipt, business or reference" }}
          clear={filter.search !== "" && href("/admin/entries")}
        />
        <DataTable
          caption="Entries"
          paged
          rows={entries}
          keyOf={(row) => row.id}
          hrefOf={(row) =>
            href("/admin/entries/:orgId/:journalEntryId", { orgId: row.orgId, journalEntryId: row.id })
          }
          empty="No entry matches."
          columns={[
            {
              header: "Entry",
              cell: (row) => row.description,
              below: (row) => (row.isReversed ? `${row.business} · reversed` : row.business),
            },
            { header: "When", cell: (row) => <Time value={row.createdAt} /> },
            { header: "Wallet", number: true, cell: (row) => <Money cents={row.walletCents} signed /> },
          ]}
        />
        <Pagination page={page} pages={page + (hasMore ? 1 : 0)} />
      </div>
    </>
  );
}
