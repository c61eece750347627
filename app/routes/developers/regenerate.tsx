import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/regenerate";

export const meta: Route.MetaFunction = () => [{ title: m.developers_regenerate_page_title() }];

export const action = formAction(noFields, async ({ api }) => {
  await api("POST /developer/api-key/regenerate", {});
  return done(href("/developers"), m.developers_regenerate_done());
});

export default function RegenerateKey({ actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.developers_regenerate_api_key_title()}
      answer={actionData}
      confirm={{ label: m.developers_regenerate_key() }}
      keep={{ label: m.developers_regenerate_keep_key(), to: href("/developers") }}
    >
      <Notice tone="warn" title={m.developers_regenerate_key_stops_title()}>
        {m.developers_regenerate_key_stops_text()}
      </Notice>
    </ConfirmPage>
  );
}
