import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/personErase";

export const meta: Route.MetaFunction = () => [{ title: m.organisation_erase_a_person() }];

export async function loader({ context, params: { personRequestId } }: Route.LoaderArgs) {
  return orThrowPage(context.get(apiContext)("GET /privacy/requests/:personRequestId", { personRequestId }));
}

export const action = formAction(
  noFields,
  async ({ api }, { params: { personRequestId } }: Route.ActionArgs) => {
    await api("POST /privacy/requests/:personRequestId/erase", { personRequestId });
    return done(
      href("/settings/privacy/:personRequestId", { personRequestId }),
      m.organisation_the_person_is_erased_the_certificate(),
    );
  },
);

export default function PersonErase({ loaderData: { request }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.organisation_erase_this_person()}
      answer={actionData}
      confirm={{ label: m.organisation_erase_for_good() }}
      keep={{
        label: m.common_back(),
        to: href("/settings/privacy/:personRequestId", { personRequestId: request.id }),
      }}
    >
      <p>
        <ParaglideMessage
          message={m.organisation_the_contact_all_conversations_and_messages}
          markup={{
            b: () => (
              <strong className="break-words">{request.contact ?? m.organisation_this_person()}</strong>
            ),
          }}
        />
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
