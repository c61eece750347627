import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";
import { teamFields, teamInput } from "./teamFields.server.ts";
import { TeamForm } from "./teamForm.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.organisation_team_edit_page_title({ team: loaderData.team.name }) },
];

export const loader = ({ context, params: { teamId } }: Route.LoaderArgs) =>
  pageApi(context)("GET /teams/:teamId", { teamId });

export const action = formAction(teamFields, async ({ value, api }, { params }: Route.ActionArgs) => {
  await api("PUT /teams/:teamId", { teamId: params.teamId, ...teamInput(value) });
  return done(href("/settings/inbox/teams"), m.organisation_team_saved_done());
});

export default function EditTeam({ loaderData, actionData }: Route.ComponentProps) {
  const { team } = loaderData;
  return (
    <>
      <PageHeader title={team.name} />
      <TeamForm {...loaderData} result={useLastAnswer(actionData)?.result}>
        <ButtonLink to={href("/settings/inbox/teams/:teamId/delete", { teamId: team.id })} variant="quiet">
          {m.common_delete()}
        </ButtonLink>
      </TeamForm>
    </>
  );
}
