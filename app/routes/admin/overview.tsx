import { apiContext } from "#app/middleware/platform.server.ts";
import { requireRole } from "#app/middleware/session.server.ts";
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

const number = new Intl.NumberFormat("en");

export default function AdminOverview({ loaderData: figures }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Overview" description="Every figure is counted now, over all organisations." />
      <div className="grid gap-4">
        <StatGrid>
          <Stat label="Organisations" value={number.format(figures.organisations)} />
          <Stat
            label="Users"
            value={number.format(figures.users)}
            hint={figures.suspendedUsers > 0 && `${number.format(figures.suspendedUsers)} suspended`}
          />
          <Stat label="WhatsApp accounts connected" value={number.format(figures.connectedAccounts)} />
          <Stat label="Templates" value={number.format(figures.templates)} />
        </StatGrid>
        <StatGrid>
          <Stat label="Campaigns" value={number.format(figures.campaigns)} />
          <Stat label="Messages sent" value={number.format(figures.messagesSent)} />
          <Stat label="Delivered" value={number.format(figures.messagesDelivered)} />
          <Stat label="Failed" value={number.format(figures.messagesFailed)} />
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
                    <th scope="row" className="wrap-anywhere">
                      {org.name}
                    </th>
                    <td data-label="Plan">{org.planType}</td>
                    <td data-label="Members" className="number">
                      {number.format(org.members)}
                    </td>
                    <td data-label="Since" className="whitespace-nowrap">
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
