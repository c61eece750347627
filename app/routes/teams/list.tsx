import { href, Link } from "react-router";
import { may } from "#app/platform/roles/acts.server.ts";
import { searchOf } from "#app/routes/chat/filters.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";

export const meta: Route.MetaFunction = () => [{ title: m.organisation_teams_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { teams } = await pageApi(context)("GET /teams", {});
  return { teams, mayManage: may(context.get(userContext), "teams.manage") };
}

export default function Teams({ loaderData: { teams, mayManage } }: Route.ComponentProps) {
  const create = mayManage && (
    <ButtonLink to={href("/settings/inbox/teams/new")}>{m.organisation_teams_add_link()}</ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={m.organisation_teams()}
        description={m.organisation_teams_lead()}
        actions={teams.length > 0 && create}
      />
      <DataTable
        caption={m.organisation_teams()}
        rows={teams}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => (mayManage ? href("/settings/inbox/teams/:teamId", { teamId: id }) : undefined)}
        columns={[
          { header: m.common_name(), cell: ({ name }) => name },
          {
            header: m.organisation_members(),
            cell: ({ memberIds }) =>
              memberIds.length > 0 ? (
                memberIds.length
              ) : (
                <Badge tone="warn">{m.organisation_team_no_members()}</Badge>
              ),
          },
          {
            header: m.organisation_team_assignment(),
            cell: ({ autoAssign }) =>
              autoAssign ? m.organisation_team_automatic() : m.organisation_team_by_hand(),
          },
          {
            header: m.organisation_inbox_working_hours_title(),
            cell: ({ workingWeek }) =>
              workingWeek ? m.organisation_team_own_hours() : m.organisation_team_organisation_hours(),
          },
          {
            header: m.common_waiting(),
            number: true,
            cell: ({ id, waiting }) => (
              <Link className="link" to={`${href("/chat")}${searchOf({ team: id })}`}>
                {waiting}
              </Link>
            ),
          },
        ]}
        empty={
          <EmptyState title={m.organisation_teams_empty_title()} action={create}>
            {m.organisation_teams_empty_text()}
          </EmptyState>
        }
      />
    </>
  );
}
