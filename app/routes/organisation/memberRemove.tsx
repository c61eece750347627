import { href, redirect } from "react-router";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/memberRemove";

export const meta: Route.MetaFunction = () => [{ title: m.organisation_member_remove_member() }];

export async function loader({ context, params: { memberId } }: Route.LoaderArgs) {
  const answer = await pageApi(context)("GET /members/:memberId", { memberId });
  if (answer.member.isYou) throw redirect(href("/settings/members/leave"));
  return answer;
}

export const action = formAction(noFields, async ({ api }, { params: { memberId } }: Route.ActionArgs) => {
  await api("DELETE /members/:memberId", { memberId });
  return done(href("/settings/members"), m.organisation_member_removed());
});

export default function RemoveMember({ loaderData: { member }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.organisation_member_remove_member_title()}
      answer={actionData}
      confirm={{ label: m.organisation_member_remove_member() }}
      keep={{ label: m.common_go_back(), to: href("/settings/members") }}
    >
      <Naming message={m.organisation_member_remove_text} name={member.name || member.email} />
    </ConfirmPage>
  );
}
