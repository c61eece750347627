import { apiContext } from "#app/middleware/platform.server.ts";
import { requireRole } from "#app/middleware/session.server.ts";
import { formatCount } from "#app/shared/counts.ts";
import { EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/overview";

export const middleware: Route.MiddlewareFunction[] = [requireRole("admin")];

export const meta: Route.MetaFunction = () => [{ title: "Administration" }];

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)("GET /admin/overview", {});
}

export default function AdminOverview({ loaderData: figures }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Overview" description="Every figure is counted now, over all organisations." />
      <div className="grid gap-4">
        <StatGrid>
          <Stat label="Organisations" value={formatCount(figures.organisations)} />
          <Stat
            label="Users"
            value={formatCount(figures.users)}
            hint={figures.suspendedUsers > 0 && `${formatCount(figures.suspendedUsers)} suspended`}
          />
          <Stat label="WhatsApp accounts connected" value={formatCount(figures.connectedAccounts)} />
          <Stat label="Templates" value={formatCount(figures.templates)} />
        </StatGrid>
        <StatGrid>
          <Stat label="Campaigns" value={formatCount(figures.campaigns)} />
          <Stat label="Messages sent" value={formatCount(figures.messagesSent)} />
          <Stat label="Delivered" value={formatCount(figures.messagesDelivered)} />
          <Stat label="Failed" value={formatCount(figures.messagesFailed)} />
        </StatGrid>
        <section aria-labelledby="newest" className="mt-4">
          <h2 id="newest" className="mb-3">
            Newest organisations
          </h2>
          {figures.recentOrganisations.length === 0 ? (
            <EmptyState title="No organisation yet">The first sign-up makes one.</EmptyState>
          ) : (
            <Table caption="Newest organisations" stacked>
              <thead>
                <tr>
                  <th scope="col">Organisation</th>
                  <th scope="col">Plan</th>
                  <th scope="col" className="number">
                    Members
                  </th>
                  <th scope="col">Since</th>
                </tr>
              </thead>
              <tbody>
                {figures.recentOrganisations.map((org) => (
                  <tr key={org.id}>
                    <th scope="row">{org.name}</th>
                    <td data-label="Plan">{org.planType}</td>
                    <td data-label="Members" className="number">
                      {formatCount(org.members)}
                    </td>
                    <td data-label="Since" className="sm:whitespace-nowrap">
                      <Time value={org.createdAt} to="day" />
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </section>
      </div>
    </>
  );
}

export { ScreenError as ErrorBoundary };
