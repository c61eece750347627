import { href } from "react-router";
import { counted } from "#app/platform/numbers/counts.ts";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: m.organisation_team_delete_page_title() }];

export const loader = ({ context, params: { teamId } }: Route.LoaderArgs) =>
  pageApi(context)("GET /teams/:teamId", { teamId });

export const action = formAction(noFields, async ({ api }, { params: { teamId } }: Route.ActionArgs) => {
  const { returned } = await api("DELETE /teams/:teamId", { teamId });
  return done(
    href("/settings/inbox/teams"),
    m.organisation_team_deleted_done({ conversations: counted(m.counts_conversations, returned) }),
  );
});

export default function DeleteTeam({ loaderData: { team }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.organisation_team_delete_title()}
      answer={actionData}
      confirm={{ label: m.organisation_team_delete_button() }}
      keep={{
        label: m.common_keep_it(),
        to: href("/settings/inbox/teams/:teamId", { teamId: team.id }),
      }}
    >
      <Naming
        message={m.organisation_team_delete_text}
        name={team.name}
        inputs={{ conversations: counted(m.counts_conversations, team.open) }}
      />
    </ConfirmPage>
  );
}
