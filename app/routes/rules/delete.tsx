import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: "Delete rule" }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /rules/:ruleId", params));
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /rules/:ruleId", params);
  return done(href("/integrations/rules"), "Rule deleted.");
});

export default function DeleteRule({ loaderData: { rule }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Delete this rule?"
      answer={actionData}
      confirm={{ label: "Delete rule" }}
      keep={{ label: "Keep it", to: href("/integrations/rules/:ruleId", { ruleId: rule.id }) }}
    >
      <p>
        <strong className="break-words">{rule.name}</strong> is deleted with its log. What it sent stays in
        the chat. To stop it for a while, switch it off instead.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
