import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import type { Route } from "./+types/supportEnd";

export const meta: Route.MetaFunction = () => [{ title: "End the support view" }];

export const action = formAction(noFields, async ({ api }) => {
  const { orgId } = await api("DELETE /support-view", {});
  return done(href("/admin/users/:orgId", { orgId }), "You left the workspace.");
});

export default function SupportEnd({ actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="End the support view?"
      answer={actionData}
      confirm={{ label: "End", harmless: true }}
      keep={{ label: "Back", to: href("/dashboard") }}
    >
      <p>You leave the organisation's workspace and come back to the console.</p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
