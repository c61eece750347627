import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/disconnect";
import { providerOf } from "./provider.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Disconnect a service" }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext)("GET /integrations/:provider", { provider: providerOf(params) }));

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /integrations/:provider", { provider: providerOf(params) });
  return done(href("/integrations"), "Disconnected.");
});

export default function Disconnect({ loaderData: { integration }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={`Disconnect ${integration.name}?`}
      answer={actionData}
      confirm={{ label: "Disconnect" }}
      keep={{ label: "Keep it", to: href("/integrations/:provider", { provider: integration.id }) }}
    >
      <p>
        We give the access back, forget the credentials, and end everything that {integration.name} was told.
        Contacts and messages stay as they are on both sides. The log is kept for 30 days.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
