import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/personErase";

export const meta: Route.MetaFunction = () => [{ title: "Erase a person" }];

export async function loader({ context, params: { personRequestId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /privacy/requests/:personRequestId", { personRequestId }));
}

export const action = formAction(
  noFields,
  async ({ api }, { params: { personRequestId } }: Route.ActionArgs) => {
    await api("POST /privacy/requests/:personRequestId/erase", { personRequestId });
    return done(
      href("/settings/privacy/:personRequestId", { personRequestId }),
      "The person is erased; the certificate is below.",
    );
  },
);

export default function PersonErase({ loaderData: { request }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Erase this person?"
      answer={actionData}
      confirm={{ label: "Erase for good" }}
      keep={{
        label: "Back",
        to: href("/settings/privacy/:personRequestId", { personRequestId: request.id }),
      }}
    >
      <p>
        <strong className="break-words">{request.contact ?? "This person"}</strong>: the contact, all
        conversations and messages are deleted for good, and nothing else names them any more. If they opted
        out, that is forgotten too: do not import their number again.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
