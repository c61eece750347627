import { href, Link } from "react-router";
import { requestForm } from "#app/domain/sales/requests/schemas.ts";
import { safePath } from "#app/platform/http/safePath.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { askDone } from "./askDone.server.ts";
import { NoTill } from "./noTill.tsx";
import { RequestForm } from "./requestForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.requests_request_payment() }];

/** From a contact's page; the chat has the same form in its own place. */
export async function loader({ request, context, params: { contactId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [{ contact }, { tills }] = await orThrowPage(
    Promise.all([api("GET /contacts/:contactId", { contactId }), api("GET /payment-requests/tills", {})]),
  );
  const back = href("/contacts/:contactId", { contactId });
  return {
    name: contact.name || (contact.phone ? readablePhone(contact.phone) : m.contacts_unnamed_contact()),
    tills,
    back: safePath(new URL(request.url).searchParams.get("back"), back),
    mayConnect: may(context.get(userContext), "integrations.manage"),
  };
}

export const action = formAction(
  requestForm,
  async ({ typed, api, request }, { params: { contactId } }: Route.ActionArgs) => {
    const { requestId, sent } = await api("POST /payment-requests", { ...typed, contactId });
    const here = href("/requests/:paymentRequestId", { paymentRequestId: requestId });
    return askDone(safePath(new URL(request.url).searchParams.get("back"), here), sent);
  },
);

export default function NewRequest({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name, tills, back, mayConnect } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader
        title={m.requests_request_payment()}
        description={
          <Link className="link wrap-anywhere" to={href("/contacts/:contactId", params)}>
            {m.deals_new_contact_lead({ name })}
          </Link>
        }
      />
      {tills.length === 0 ? (
        <NoTill mayConnect={mayConnect} />
      ) : (
        <Card>
          <RequestForm tills={tills} result={result} back={back} />
        </Card>
      )}
    </>
  );
}

export { ScreenError as ErrorBoundary };
