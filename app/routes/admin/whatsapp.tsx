import { href, Outlet, useLocation } from "react-router";
import { accountQuery } from "#app/domain/console/schemas.ts";
import { accountStatuses, verificationState } from "#app/domain/console/words.ts";
import { limitWords } from "#app/domain/whatsapp/numbers/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { CalendarDay, Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { useIsCovered } from "#app/web/useIsDeclared.ts";
import { m } from "#messages";
import type { Route } from "./+types/whatsapp";
import { StateBadge } from "./stateBadge.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.admin_whatsapp_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = accountQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, list: await context.get(apiContext)("GET /admin/whatsapp", filter) };
}

export default function AdminWhatsapp({ loaderData: { filter, list } }: Route.ComponentProps) {
  const { counts } = list;
  return (
    <>
      <div inert={useIsCovered()}>
        <PageHeader title="WhatsApp" description={m.admin_whatsapp_lead({ apiVersion: list.apiVersion })} />
        <div className="grid gap-4">
          <StatGrid>
            <Stat label={m.common_connected()} value={formatCount(counts.connected ?? 0)} />
            <Stat label={m.common_pending()} value={formatCount(counts.pending ?? 0)} />
            <Stat label={m.common_disconnected()} value={formatCount(counts.disconnected ?? 0)} />
            <Stat label={m.common_suspended()} value={formatCount(counts.suspended ?? 0)} />
          </StatGrid>
          <FilterBar
            search={{
              name: "search",
              value: filter.search,
              placeholder: m.admin_whatsapp_search_placeholder(),
            }}
            choices={[
              {
                name: "status",
                label: m.common_status(),
                value: filter.status,
                options: Object.entries(accountStatuses).map(([value, label]) => ({ value, label })),
              },
            ]}
            clear={(filter.search !== "" || filter.status !== "all") && href("/admin/whatsapp")}
          />
          <Accounts rows={list.accounts} />
          <Pagination page={list.page} pages={list.pages} path={href("/admin/whatsapp")} />
          <Versions list={list} />
        </div>
      </div>
      <Outlet />
    </>
  );
}

function Accounts({ rows }: { rows: Route.ComponentProps["loaderData"]["list"]["accounts"] }) {
  const { search } = useLocation();
  return (
    <DataTable
      caption={m.admin_whatsapp_accounts_caption()}
      paged
      rows={rows}
      keyOf={(row) => row.id}
      hrefOf={(row) =>
        `${href("/admin/whatsapp/:orgId/:accountId", { orgId: row.orgId, accountId: row.id })}${search}`
      }
      empty={m.admin_whatsapp_no_accounts_match_empty()}
      columns={[
        {
          header: m.common_business(),
          cell: (row) => row.businessName,
          below: (row) => (
            <>
              {row.phoneNumber ?? row.name}
              <br />
              {row.email}
            </>
          ),
        },
        {
          header: m.common_status(),
          cell: (row) => <StateBadge state={row.status} />,
        },
        {
          header: m.admin_whatsapp_business_verification(),
          cell: (row) => <StateBadge state={verificationState(row.isVerified)} />,
        },
        {
          header: m.common_quality(),
          cell: (row) => <StateBadge state={row.quality} />,
        },
        {
          header: m.common_limit(),
          cell: (row) => (
            <>
              {limitWords(row.portfolioLimit)}
              {row.throughputPerSecond && (
                <div className="hint">
                  {m.admin_whatsapp_messages_per_second_text({ count: row.throughputPerSecond })}
                </div>
              )}
            </>
          ),
        },
        {
          header: m.common_webhooks(),
          cell: (row) => <StateBadge state={row.webhookStatus} />,
        },
        {
          header: m.admin_whatsapp_month(),
          number: true,
          cell: (row) => formatCount(row.messagesThisMonth),
        },
        {
          header: m.admin_last_active(),
          cell: (row) => (row.lastActive ? <Time value={row.lastActive} /> : m.common_never()),
        },
      ]}
    />
  );
}

function Versions({ list }: Pick<Route.ComponentProps["loaderData"], "list">) {
  return (
    <Card title={m.admin_whatsapp_api_versions_title()}>
      <DataTable
        caption={m.admin_whatsapp_versions_of_metas_api()}
        rows={list.versions}
        keyOf={(row) => row.version}
        columns={[
          {
            header: m.common_version(),
            cell: (row) => row.version,
            below: (row) => row.version === list.apiVersion && m.admin_whatsapp_in_use(),
          },
          {
            header: m.admin_whatsapp_version_released(),
            cell: (row) => <CalendarDay value={row.releasedOn} />,
          },
          {
            header: m.admin_whatsapp_ends(),
            cell: (row) =>
              row.endsOn ? <CalendarDay value={row.endsOn} /> : m.admin_whatsapp_not_announced(),
          },
          {
            header: m.common_status(),
            cell: (row) => (
              <Badge tone={row.ended ? "bad" : "good"}>
                {row.ended ? m.admin_whatsapp_deprecated() : m.admin_whatsapp_active()}
              </Badge>
            ),
          },
        ]}
      />
    </Card>
  );
}
