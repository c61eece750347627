import { href, Link } from "react-router";
import { stateWord } from "#app/domain/console/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { deliveredRate } from "#app/platform/numbers/deliveredRate.ts";
import { percentOf } from "#app/platform/numbers/percent.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { shortDay } from "#app/platform/time/dayWords.ts";
import { Badge } from "#app/ui/badge.tsx";
import { BarChart } from "#app/ui/barChart.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/overview";

export const meta: Route.MetaFunction = () => [{ title: m.admin_administration() }];

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)("GET /admin/overview", {});
}

const linked = (to: string, text: string) => (
  <Link className="link" to={to}>
    {text}
  </Link>
);

export default function AdminOverview({ loaderData: figures }: Route.ComponentProps) {
  const { organisations, churn } = figures;
  return (
    <>
      <PageHeader title={m.common_overview()} description={m.admin_overview_lead()} />
      <div className="grid gap-4">
        <StatGrid>
          <Stat
            label={linked(href("/admin/users"), m.common_organisations())}
            value={formatCount(organisations.total)}
            hint={m.admin_overview_active_people_hint({
              active: formatCount(organisations.active),
              people: formatCount(figures.people),
            })}
          />
          <Stat
            label={linked(`${href("/admin/users")}?status=suspended`, m.admin_organisations_suspended())}
            value={formatCount(organisations.suspended)}
          />
          <Stat
            label={linked(`${href("/admin/whatsapp")}?status=connected`, m.admin_overview_connected_label())}
            value={formatCount(figures.connectedAccounts)}
          />
          <Stat
            label={linked(`${href("/admin/system")}?range=30d`, m.admin_overview_sent_label())}
            value={formatCount(figures.sent)}
            hint={m.admin_overview_delivered_hint({ figures: deliveredRate(figures) ?? "–" })}
          />
        </StatGrid>
        <StatGrid>
          <Stat
            label={linked(href("/admin/billing"), m.admin_overview_revenue_30_days())}
            value={<Money cents={figures.revenueCents} />}
            meaning={m.admin_overview_revenue_meaning()}
          />
          <Stat
            label={linked(`${href("/admin/users")}?group=recurring`, "MRR")}
            value={<Money cents={figures.mrrCents} />}
            meaning={m.admin_overview_recurring_meaning()}
          />
          <Stat
            label={linked(`${href("/admin/users")}?status=active`, "ARPU")}
            value={<Money cents={figures.arpuCents} />}
            meaning={m.admin_overview_average_meaning()}
          />
          <Stat
            label={linked(`${href("/admin/users")}?group=churned`, m.admin_overview_churn())}
            value={churn.of === 0 ? "–" : percentOf(churn.lost, churn.of)}
            hint={m.admin_overview_churn_hint({
              lost: formatCount(churn.lost),
              of: formatCount(churn.of),
              month: monthWords(churn.month),
            })}
            meaning={m.admin_overview_churn_meaning()}
          />
        </StatGrid>
        <Alerts rows={figures.alerts} />
        <div className="grid gap-4 md:grid-cols-2">
          <Card title={m.admin_overview_user_growth_title()}>
            <BarChart
              label={m.admin_overview_new_organisations_by_day()}
              bars={figures.growth.map(({ day, joined }) => ({ name: shortDay(day), value: joined }))}
            />
          </Card>
          <Card title={m.admin_overview_message_volume_title()}>
            <BarChart
              label={m.admin_overview_sent_messages_by_day()}
              bars={figures.volume.map(({ day, sent }) => ({ name: shortDay(day), value: sent }))}
            />
          </Card>
        </div>
        <RecentActivity joined={figures.joined} acts={figures.acts} />
      </div>
    </>
  );
}

type Figures = Route.ComponentProps["loaderData"];

function Alerts({ rows }: { rows: Figures["alerts"] }) {
  return (
    <Card title={m.admin_overview_system_alerts_title()}>
      <DataTable
        caption={m.admin_overview_open_alerts_caption()}
        rows={rows}
        keyOf={(row) => row.id}
        hrefOf={() => `${href("/admin/system")}#alerts`}
        empty={m.admin_overview_no_open_alerts_empty()}
        columns={[
          { header: m.admin_alert_column(), cell: (row) => row.message },
          {
            header: m.common_type(),
            cell: (row) => <Badge tone={row.type === "error" ? "bad" : "warn"}>{stateWord(row.type)}</Badge>,
          },
          { header: m.common_since(), cell: (row) => <Time value={row.openedAt} /> },
        ]}
      />
    </Card>
  );
}

function RecentActivity({ joined, acts }: Pick<Figures, "joined" | "acts">) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={m.admin_overview_newest_organisations()}>
        <DataTable
          caption={m.admin_overview_newest_organisations()}
          rows={joined}
          keyOf={(row) => row.orgId}
          hrefOf={(row) => href("/admin/users/:orgId", { orgId: row.orgId })}
          empty={m.admin_overview_no_organisations_yet()}
          columns={[
            { header: m.common_organisation(), cell: (row) => row.name },
            { header: m.admin_joined(), cell: (row) => <Time value={row.at} /> },
          ]}
        />
      </Card>
      <Card title={m.admin_recent_administrator_activity()}>
        <DataTable
          caption={m.admin_overview_administrator_activity()}
          rows={acts}
          keyOf={(row) => row.id}
          hrefOf={(row) => (row.orgId ? href("/admin/users/:orgId", { orgId: row.orgId }) : undefined)}
          empty={m.admin_overview_activity_empty()}
          columns={[
            {
              header: m.common_action(),
              cell: (row) =>
                m.common_labelled({ label: row.organisation ?? m.admin_platform_label(), value: row.title }),
              below: (row) => `${row.details} (${row.by})`,
            },
            { header: m.common_when(), cell: (row) => <Time value={row.at} /> },
          ]}
        />
      </Card>
    </div>
  );
}
