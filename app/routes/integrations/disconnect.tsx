import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { logDays } from "#app/domain/record/fieldRules.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/disconnect";
import { providerOf } from "./provider.server.ts";

export const meta: Route.MetaFunction = () => [{ title: m.integrations_disconnect_page_title() }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  pageApi(context)("GET /integrations/:provider", { provider: providerOf(params) });

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /integrations/:provider", { provider: providerOf(params) });
  return done(href("/integrations"), m.integrations_disconnect_disconnected());
});

export default function Disconnect({ loaderData: { integration }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.integrations_disconnect_title({ integrationName: integration.name })}
      answer={actionData}
      confirm={{ label: m.common_disconnect() }}
      keep={{ label: m.common_keep_it(), to: href("/integrations/:provider", { provider: integration.id }) }}
    >
      <p>
        <ParaglideMessage
          message={m.integrations_disconnect_text}
          inputs={{ days: logDays }}
          markup={{ integrationName: () => <>{integration.name}</> }}
        />
      </p>
    </ConfirmPage>
  );
}
