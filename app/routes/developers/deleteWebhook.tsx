import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/deleteWebhook";

export const meta: Route.MetaFunction = () => [{ title: "Delete webhook" }];

export const loader = ({ context, params: { endpointId } }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext)("GET /developer/webhooks/:endpointId", { endpointId }));

export const action = formAction(noFields, async ({ api }, { params: { endpointId } }: Route.ActionArgs) => {
  await api("DELETE /developer/webhooks/:endpointId", { endpointId });
  return done(href("/developers"), "The webhook was deleted.");
});

export default function DeleteWebhook({ loaderData: { endpoint }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Delete this webhook?"
      answer={actionData}
      confirm={{ label: "Delete webhook" }}
      keep={{ label: "Keep it", to: href("/developers/webhooks/:endpointId", { endpointId: endpoint.id }) }}
    >
      <p>
        <strong className="break-all">{endpoint.url}</strong> is told nothing more, and its delivery log is
        deleted. Switch it off instead to keep what happens for later.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
