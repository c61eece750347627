import { href } from "react-router";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/personErase";

export const meta: Route.MetaFunction = () => [{ title: m.organisation_person_erase_page_title() }];

export async function loader({ context, params: { personRequestId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /privacy/requests/:personRequestId", { personRequestId });
}

export const action = formAction(
  noFields,
  async ({ api }, { params: { personRequestId } }: Route.ActionArgs) => {
    await api("POST /privacy/requests/:personRequestId/erase", { personRequestId });
    return done(
      href("/settings/privacy/:personRequestId", { personRequestId }),
      m.organisation_person_erase_done(),
    );
  },
);

export default function PersonErase({ loaderData: { request }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.organisation_person_erase_person_title()}
      answer={actionData}
      confirm={{ label: m.organisation_person_erase_permanently() }}
      keep={{
        label: m.common_back(),
        to: href("/settings/privacy/:personRequestId", { personRequestId: request.id }),
      }}
    >
      <Naming message={m.organisation_person_erase_text} name={request.contact ?? m.common_this_person()} />
    </ConfirmPage>
  );
}
