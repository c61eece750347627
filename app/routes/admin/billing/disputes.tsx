import { href } from "react-router";
import { disputeQuery } from "#app/domain/console/billing/schemas.ts";
import { tones } from "#app/domain/console/billing/words.ts";
import { stateWord } from "#app/domain/console/words.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/disputes";
import { BillingTabs } from "./billingTabs.tsx";
import { ExportLink } from "./exportLink.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.admin_disputes_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = disputeQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, ...(await pageApi(context)("GET /admin/disputes", filter)) };
}

export default function Disputes({ loaderData: { filter, disputes, page, pages } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={m.admin_disputes()}
        description={m.admin_disputes_lead()}
        actions={<ExportLink what="disputes" />}
      />
      <BillingTabs />
      <div className="grid gap-4">
        <FilterBar
          choices={[
            {
              name: "status",
              label: m.common_status(),
              value: filter.status,
              options: [
                { value: "open", label: m.admin_open() },
                { value: "resolved", label: m.admin_resolved() },
                { value: "all", label: m.common_all() },
              ],
            },
          ]}
        />
        <DataTable
          caption={m.admin_disputes()}
          paged
          rows={disputes}
          keyOf={(row) => row.id}
          hrefOf={(row) => href("/admin/billing/disputes/:disputeId", { disputeId: row.id })}
          empty={m.admin_disputes_no_disputes_here_empty()}
          columns={[
            { header: m.common_business(), cell: (row) => row.businessName, below: (row) => row.reason },
            { header: m.common_invoice(), cell: (row) => row.invoiceNumber },
            { header: m.common_amount(), number: true, cell: (row) => <Money cents={row.amountCents} /> },
            {
              header: m.common_status(),
              cell: (row) => <Badge tone={tones[row.status]}>{stateWord(row.status)}</Badge>,
            },
            { header: m.admin_opened(), cell: (row) => <Time value={row.createdDate} /> },
          ]}
        />
        <Pagination page={page} pages={pages} />
      </div>
    </>
  );
}
