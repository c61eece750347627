import { href, Link } from "react-router";
import { formatCount } from "#app/platform/counts.ts";
import { deliveredRate } from "#app/platform/deliveredRate.ts";
import { percentOf } from "#app/platform/percent.ts";
import { Badge } from "#app/ui/badge.tsx";
import { BarChart } from "#app/ui/barChart.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/overview";

export const meta: Route.MetaFunction = () => [{ title: "Administration" }];

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
      <PageHeader title="Overview" description="Over all organisations; days and months are Nairobi's." />
      <div className="grid gap-4">
        <StatGrid>
          <Stat
            label={linked(href("/admin/users"), "Organisations")}
            value={formatCount(organisations.total)}
            hint={`${formatCount(organisations.active)} active · ${formatCount(figures.people)} people`}
          />
          <Stat
            label={linked(`${href("/admin/users")}?status=suspended`, "Suspended")}
            value={formatCount(organisations.suspended)}
          />
          <Stat
            label={linked(`${href("/admin/whatsapp")}?status=connected`, "WhatsApp accounts connected")}
            value={formatCount(figures.connectedAccounts)}
          />
          <Stat
            label={linked(`${href("/admin/system")}?range=30d`, "Messages sent, 30 days")}
            value={formatCount(figures.sent)}
            hint={`${deliveredRate(figures) ?? "–"} delivered`}
          />
        </StatGrid>
        <StatGrid>
          <Stat
            label={linked(href("/admin/billing"), "Revenue, 30 days")}
            value={<Money cents={figures.revenueCents} />}
            meaning="What delivered messages earned, from the ledger"
          />
          <Stat
            label={linked(`${href("/admin/users")}?group=recurring`, "MRR")}
            value={<Money cents={figures.mrrCents} />}
            meaning="Monthly recurring revenue: the monthly fees in force of all organisations that are billed by the month and may send"
          />
          <Stat
            label={linked(`${href("/admin/users")}?status=active`, "ARPU")}
            value={<Money cents={figures.arpuCents} />}
            meaning="Average revenue per active organisation: monthly fees and the ledger's revenue of 30 days, shared among them"
          />
          <Stat
            label={linked(`${href("/admin/users")}?group=churned`, "Churn")}
            value={churn.of === 0 ? "–" : percentOf(churn.lost, churn.of)}
            hint={`${formatCount(churn.lost)} of ${formatCount(churn.of)} in ${churn.month}`}
            meaning="Of the organisations with delivered messages in the month before, the share that had none in the last complete month"
          />
        </StatGrid>
        <Alerts rows={figures.alerts} />
        <div className="grid gap-4 md:grid-cols-2">
          <Card title="User growth">
            <BarChart
              label="Organisations that joined, by day"
              bars={figures.growth.map(({ day, joined }) => ({ name: day.slice(5), value: joined }))}
            />
          </Card>
          <Card title="Message volume">
            <BarChart
              label="Messages sent, by day"
              bars={figures.volume.map(({ day, sent }) => ({ name: day.slice(5), value: sent }))}
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
    <Card title="System alerts">
      <DataTable
        caption="Open alerts"
        rows={rows}
        keyOf={(row) => row.id}
        hrefOf={() => `${href("/admin/system")}#alerts`}
        empty="No alert is open."
        columns={[
          { header: "Alert", cell: (row) => row.message },
          {
            header: "Type",
            cell: (row) => <Badge tone={row.type === "error" ? "bad" : "warn"}>{row.type}</Badge>,
          },
          { header: "Since", cell: (row) => <Time value={row.openedAt} /> },
        ]}
      />
    </Card>
  );
}

function RecentActivity({ joined, acts }: Pick<Figures, "joined" | "acts">) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title="Newest organisations">
        <DataTable
          caption="Newest organisations"
          rows={joined}
          keyOf={(row) => row.orgId}
          hrefOf={(row) => href("/admin/users/:orgId", { orgId: row.orgId })}
          empty="Nobody has joined yet."
          columns={[
            { header: "Organisation", cell: (row) => row.name },
            { header: "Joined", cell: (row) => <Time value={row.at} /> },
          ]}
        />
      </Card>
      <Card title="Recent activity of administrators">
        <DataTable
          caption="Acts of administrators"
          rows={acts}
          keyOf={(row) => row.id}
          hrefOf={(row) => (row.orgId ? href("/admin/users/:orgId", { orgId: row.orgId }) : undefined)}
          empty="No administrator did anything yet."
          columns={[
            {
              header: "Act",
              cell: (row) => `${row.organisation ?? "The platform"}: ${row.title}`,
              below: (row) => `${row.details} (${row.by})`,
            },
            { header: "When", cell: (row) => <Time value={row.at} /> },
          ]}
        />
      </Card>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
