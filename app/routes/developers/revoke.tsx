import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/revoke";

export const meta: Route.MetaFunction = () => [{ title: "Revoke API key" }];

export const loader = ({ context, params: { keyId } }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext)("GET /developer/api-keys/:keyId", { keyId }));

export const action = formAction(noFields, async ({ api }, { params: { keyId } }: Route.ActionArgs) => {
  await api("DELETE /developer/api-keys/:keyId", { keyId });
  return done(href("/developers/keys"), "The key was revoked.");
});

export default function RevokeKey({ loaderData: { key }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Revoke this key?"
      answer={actionData}
      confirm={{ label: "Revoke key" }}
      keep={{ label: "Keep it", to: href("/developers/keys") }}
    >
      <p>
        The next request with <strong className="break-words">{key.name}</strong> (ends in {key.lastFour}) is
        refused. This cannot be undone.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
