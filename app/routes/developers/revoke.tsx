import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/revoke";

export const meta: Route.MetaFunction = () => [{ title: m.developers_revoke_page_title() }];

export const loader = ({ context, params: { keyId } }: Route.LoaderArgs) =>
  pageApi(context)("GET /developer/api-keys/:keyId", { keyId });

export const action = formAction(noFields, async ({ api }, { params: { keyId } }: Route.ActionArgs) => {
  await api("DELETE /developer/api-keys/:keyId", { keyId });
  return done(href("/developers/keys"), m.developers_revoke_key_revoked_done());
});

export default function RevokeKey({ loaderData: { key }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.developers_revoke_key_title()}
      answer={actionData}
      confirm={{ label: m.developers_revoke_key() }}
      keep={{ label: m.common_keep_it(), to: href("/developers/keys") }}
    >
      <p>
        <ParaglideMessage
          message={m.developers_revoke_text}
          markup={{
            strong: () => <strong className="break-words">{key.name}</strong>,
            lastFour: () => <>{key.lastFour}</>,
          }}
        />
      </p>
    </ConfirmPage>
  );
}
