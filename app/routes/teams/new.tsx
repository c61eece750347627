import { href } from "react-router";
import { PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { teamFields, teamInput } from "./teamFields.server.ts";
import { TeamForm } from "./teamForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.organisation_team_new_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [{ members }, { settings }] = await Promise.all([
    api("GET /teams", {}),
    api("GET /inbox/settings", {}),
  ]);
  return { members, organisationWeek: settings.workingWeek };
}

export const action = formAction(teamFields, async ({ value, api }) => {
  await api("POST /teams", teamInput(value));
  return done(href("/settings/inbox/teams"), m.organisation_team_created_done());
});

export default function NewTeam({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.organisation_team_new_title()} />
      <TeamForm {...loaderData} result={useLastAnswer(actionData)?.result} />
    </>
  );
}
