import { href } from "react-router";
import { accountQuery } from "#app/domain/console/schemas.ts";
import { accountStatuses, toneOf } from "#app/domain/console/words.ts";
import { limitWords } from "#app/domain/whatsapp/numbers/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/whatsapp";

export const meta: Route.MetaFunction = () => [{ title: "WhatsApp – Administration" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = accountQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, list: await context.get(apiContext)("GET /admin/whatsapp", filter) };
}

export default function AdminWhatsapp({ loaderData: { filter, list } }: Route.ComponentProps) {
  const { counts } = list;
  return (
    <>
      <PageHeader title="WhatsApp" description={`Calls go to ${list.apiVersion} of Meta's API.`} />
      <div className="grid gap-4">
        <StatGrid>
          <Stat label="Connected" value={formatCount(counts.connected ?? 0)} />
          <Stat label="Pending" value={formatCount(counts.pending ?? 0)} />
          <Stat label="Disconnected" value={formatCount(counts.disconnected ?? 0)} />
          <Stat label="Suspended" value={formatCount(counts.suspended ?? 0)} />
        </StatGrid>
        <FilterBar
          search={{ name: "search", value: filter.search, placeholder: "Business, number or WABA id" }}
          choices={[
            {
              name: "status",
              label: "Status",
              value: filter.status,
              options: Object.entries(accountStatuses).map(([value, label]) => ({ value, label })),
            },
          ]}
          clear={(filter.search !== "" || filter.status !== "all") && href("/admin/whatsapp")}
        />
        <DataTable
          caption="WhatsApp accounts"
          paged
          rows={list.accounts}
          keyOf={(row) => row.id}
          hrefOf={(row) => href("/admin/whatsapp/:orgId/:accountId", { orgId: row.orgId, accountId: row.id })}
          empty="No account matches."
          columns={[
            {
              header: "Business",
              cell: (row) => row.businessName,
              below: (row) => row.phoneNumber ?? row.name,
            },
            { header: "Status", cell: (row) => <Badge tone={toneOf(row.status)}>{row.status}</Badge> },
            { header: "Quality", cell: (row) => <Badge tone={toneOf(row.quality)}>{row.quality}</Badge> },
            {
              header: "Limit",
              cell: (row) => (
                <>
                  {limitWords(row.portfolioLimit)}
                  {row.throughputPerSecond && (
                    <div className="hint">{row.throughputPerSecond} messages a second</div>
                  )}
                </>
              ),
            },
            {
              header: "Webhooks",
              cell: (row) => <Badge tone={toneOf(row.webhookStatus)}>{row.webhookStatus}</Badge>,
            },
            { header: "This month", number: true, cell: (row) => formatCount(row.messagesThisMonth) },
          ]}
        />
        <Pagination page={list.page} pages={list.pages} />
        <Versions list={list} />
      </div>
    </>
  );
}

function Versions({ list }: Pick<Route.ComponentProps["loaderData"], "list">) {
  return (
    <Card title="API versions">
      <DataTable
        caption="Versions of Meta's API"
        rows={list.versions}
        keyOf={(row) => row.version}
        columns={[
          {
            header: "Version",
            cell: (row) => row.version,
            below: (row) => row.version === list.apiVersion && "In use",
          },
          { header: "Released", cell: (row) => row.releasedOn },
          { header: "Ends", cell: (row) => row.endsOn ?? "Not announced" },
          {
            header: "State",
            cell: (row) => (
              <Badge tone={row.ended ? "bad" : "good"}>{row.ended ? "deprecated" : "active"}</Badge>
            ),
          },
        ]}
      />
    </Card>
  );
}
