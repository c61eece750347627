import { href, redirect } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/memberRemove";

export const meta: Route.MetaFunction = () => [{ title: "Remove member" }];

export async function loader({ context, params: { memberId } }: Route.LoaderArgs) {
  const answer = await orErrorPage(context.get(apiContext)("GET /members/:memberId", { memberId }));
  if (answer.member.isYou) throw redirect(href("/settings/members/leave"));
  return answer;
}

export const action = formAction(noFields, async ({ api }, { params: { memberId } }: Route.ActionArgs) => {
  await api("DELETE /members/:memberId", { memberId });
  return done(href("/settings/members"), "The member was removed.");
});

export default function RemoveMember({ loaderData: { member }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Remove this member?"
      answer={actionData}
      confirm={{ label: "Remove member" }}
      keep={{ label: "Go back", to: href("/settings/members") }}
    >
      <p>
        <strong className="break-words">{member.name || member.email}</strong> is signed out of this
        organisation at once. Their account stays, and so does what they did here. You can invite them again.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
