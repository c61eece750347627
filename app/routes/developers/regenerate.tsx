import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/regenerate";

export const meta: Route.MetaFunction = () => [{ title: m.developers_regenerate_api_key() }];

export const action = formAction(noFields, async ({ api }) => {
  await api("POST /developer/api-key/regenerate", {});
  return done(href("/developers"), m.developers_new_api_key_created_the_old());
});

export default function RegenerateKey({ actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.developers_regenerate_the_api_key()}
      answer={actionData}
      confirm={{ label: m.developers_regenerate_key() }}
      keep={{ label: m.developers_keep_the_key(), to: href("/developers") }}
    >
      <Notice tone="warn" title={m.developers_the_key_in_use_stops_at()}>
        {m.developers_every_system_that_uses_it_is()}
      </Notice>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
