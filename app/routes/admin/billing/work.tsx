import { href } from "react-router";
import { workQuery } from "#app/domain/console/billing/schemas.ts";
import { ageOf, workLists } from "#app/domain/console/billing/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/work";
import { BillingTabs } from "./billingTabs.tsx";
import { ExportLink } from "./exportLink.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.admin_work_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = workQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return pageApi(context)("GET /admin/work", query);
}

export default function Work({ loaderData: { lists, list, items, now } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={m.admin_work_lists()}
        description={workLists[list].meaning}
        actions={
          <>
            <ExportLink what="work" />
            {list === "unmatched" && (
              <ButtonLink to={href("/admin/payments/statement")}>
                {m.admin_upload_bank_statement()}
              </ButtonLink>
            )}
          </>
        }
      />
      <BillingTabs />
      <div className="grid gap-4">
        <Tabs
          label={m.admin_work_lists()}
          items={lists.map((one) => ({
            to: `${href("/admin/billing/work")}?list=${one.list}`,
            label: `${workLists[one.list].label} (${formatCount(one.count)})`,
            current: one.list === list,
          }))}
        />
        <DataTable
          caption={workLists[list].label}
          rows={items}
          keyOf={(row) => row.id}
          hrefOf={(row) => href("/admin/billing/work/:list/:itemId", { list, itemId: row.id })}
          empty={m.admin_work_nothing_waiting_empty()}
          columns={[
            { header: m.common_action(), cell: (row) => row.title, below: (row) => row.details },
            { header: m.common_business(), cell: (row) => row.businessName ?? m.common_value_unknown() },
            { header: m.common_amount(), number: true, cell: (row) => <Money cents={row.amountCents} /> },
            { header: m.admin_work_age(), cell: (row) => ageOf(row.since, now) },
            { header: m.common_owner(), cell: (row) => row.owner ?? m.common_unassigned() },
          ]}
        />
      </div>
    </>
  );
}
