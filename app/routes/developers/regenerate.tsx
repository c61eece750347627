import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import type { Route } from "./+types/regenerate";

export const meta: Route.MetaFunction = () => [{ title: "Regenerate API key" }];

export const action = formAction(noFields, async ({ api }) => {
  await api("POST /developer/api-key/regenerate", {});
  return done(href("/developers"), "New API key created. The old one no longer works.");
});

export default function RegenerateKey({ actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Regenerate the API key?"
      answer={actionData}
      confirm={{ label: "Regenerate key" }}
      keep={{ label: "Keep the key", to: href("/developers") }}
    >
      <Notice tone="warn" title="The key in use stops at once">
        Every system that uses it is refused until you give it the new key.
      </Notice>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
