import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: "Delete flow" }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /flows/:flowId", params));
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /flows/:flowId", params);
  return done(href("/flows"), "Flow deleted.");
});

export default function DeleteFlow({ loaderData: { flow }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Delete this flow?"
      answer={actionData}
      confirm={{ label: "Delete flow" }}
      keep={{ label: "Keep it", to: href("/flows/:flowId", { flowId: flow.id }) }}
    >
      <p>
        <strong className="break-words">{flow.name}</strong> is deleted with its versions, tests and log. What
        runs of it ends. To stop it for a while, pause it instead.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
