import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/testDelete";

export const meta: Route.MetaFunction = () => [{ title: "Delete test" }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /flows/:flowId/tests/:testId", params));
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /flows/:flowId/tests/:testId", params);
  return done(href("/flows/:flowId/tests", { flowId: params.flowId }), "Test deleted.");
});

export default function DeleteTest({ loaderData: { flow, test }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Delete this test?"
      answer={actionData}
      confirm={{ label: "Delete test" }}
      keep={{ label: "Keep it", to: href("/flows/:flowId/tests", { flowId: flow.id }) }}
    >
      <p>
        <strong className="break-words">{test.name}</strong> is no longer played before publishing.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
