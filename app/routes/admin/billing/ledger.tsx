import { href } from "react-router";
import { entryKinds, entryQuery } from "#app/domain/console/billing/schemas.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/ledger";
import { BillingTabs } from "./billingTabs.tsx";
import { ExportLink } from "./exportLink.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Ledger – Administration" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = entryQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const found = await orErrorPage(context.get(apiContext)("GET /admin/billing/entries", filter));
  return { filter, ...found, kinds: entryKinds };
}

const named = (kind: string) => kind.replace("_", " ");

export default function Ledger({
  loaderData: { filter, entries, page, pages, kinds },
}: Route.ComponentProps) {
  const filtered = filter.search !== "" || filter.kind !== "all";
  return (
    <>
      <PageHeader
        title="Ledger"
        description="Entries of all organisations, the newest first. A wrong one is reversed by a second entry."
        actions={<ExportLink what="entries" />}
      />
      <BillingTabs />
      <div className="grid gap-4">
        <FilterBar
          search={{ name: "search", value: filter.search, placeholder: "Receipt, business or reference" }}
          choices={[
            {
              name: "kind",
              label: "Kind",
              value: filter.kind,
              options: [
                { value: "all", label: "All kinds" },
                { value: "money", label: "Money into or out of wallets" },
                ...kinds.map((value) => ({ value, label: named(value) })),
              ],
            },
          ]}
          clear={filtered && href("/admin/billing/ledger")}
        />
        <DataTable
          caption="Ledger entries"
          paged
          rows={entries}
          keyOf={(row) => `${row.orgId} ${row.id}`}
          hrefOf={(row) =>
            href("/admin/billing/ledger/:orgId/:journalEntryId", { orgId: row.orgId, journalEntryId: row.id })
          }
          empty="No entry matches."
          columns={[
            {
              header: "Entry",
              cell: (row) => row.description,
              below: (row) => (row.isReversed ? `${row.businessName} · reversed` : row.businessName),
            },
            { header: "Kind", cell: (row) => named(row.kind) },
            { header: "Wallet", number: true, cell: (row) => <Money cents={row.walletCents} signed /> },
            { header: "Revenue", number: true, cell: (row) => <Money cents={row.revenueCents} signed /> },
            { header: "When", cell: (row) => <Time value={row.createdAt} /> },
          ]}
        />
        <Pagination page={page} pages={pages} />
      </div>
    </>
  );
}
