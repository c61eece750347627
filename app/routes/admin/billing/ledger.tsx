import { href } from "react-router";
import { entryKinds, entryQuery } from "#app/domain/console/billing/schemas.ts";
import { entryWord } from "#app/domain/console/billing/words.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/ledger";
import { BillingTabs } from "./billingTabs.tsx";
import { ExportLink } from "./exportLink.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.admin_ledger_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = entryQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const found = await pageApi(context)("GET /admin/billing/entries", filter);
  return { filter, ...found, kinds: entryKinds };
}

export default function Ledger({
  loaderData: { filter, entries, page, pages, kinds },
}: Route.ComponentProps) {
  const filtered = filter.search !== "" || filter.kind !== "all";
  return (
    <>
      <PageHeader
        title={m.admin_ledger()}
        description={m.admin_ledger_lead()}
        actions={<ExportLink what="entries" />}
      />
      <BillingTabs />
      <div className="grid gap-4">
        <FilterBar
          search={{
            name: "search",
            value: filter.search,
            placeholder: m.admin_receipt_business_or_reference(),
          }}
          choices={[
            {
              name: "kind",
              label: m.admin_kind(),
              value: filter.kind,
              options: [
                { value: "all", label: m.admin_ledger_all_kinds() },
                { value: "money", label: m.admin_ledger_wallet_choice() },
                ...kinds.map((value) => ({ value, label: entryWord(value) })),
              ],
            },
          ]}
          clear={filtered && href("/admin/billing/ledger")}
        />
        <DataTable
          caption={m.admin_ledger_entries_caption()}
          paged
          rows={entries}
          keyOf={(row) => `${row.orgId} ${row.id}`}
          hrefOf={(row) =>
            href("/admin/billing/ledger/:orgId/:journalEntryId", { orgId: row.orgId, journalEntryId: row.id })
          }
          empty={m.admin_ledger_no_entries_match_empty()}
          columns={[
            {
              header: m.admin_ledger_entry(),
              cell: (row) => row.description,
              below: (row) =>
                row.isReversed
                  ? m.admin_ledger_reversed({ businessName: row.businessName })
                  : row.businessName,
            },
            { header: m.admin_kind(), cell: (row) => entryWord(row.kind) },
            {
              header: m.common_wallet(),
              number: true,
              cell: (row) => <Money cents={row.walletCents} signed />,
            },
            {
              header: m.common_revenue(),
              number: true,
              cell: (row) => <Money cents={row.revenueCents} signed />,
            },
            { header: m.common_when(), cell: (row) => <Time value={row.createdAt} /> },
          ]}
        />
        <Pagination page={page} pages={pages} />
      </div>
    </>
  );
}
