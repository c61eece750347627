import { href } from "react-router";
import { requestForm } from "#app/domain/sales/requests/schemas.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { askDone } from "#app/routes/requests/askDone.server.ts";
import { NoTill } from "#app/routes/requests/noTill.tsx";
import { RequestForm } from "#app/routes/requests/requestForm.tsx";
import { formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/request";
import { ConversationForm } from "./conversationForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.requests_request_payment() }];

export async function loader({ context, params: { conversationId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [{ tills }] = await Promise.all([
    api("GET /payment-requests/tills", {}),
    api("GET /conversations/:conversationId", { conversationId }),
  ]);
  const mayConnect = may(context.get(userContext), "integrations.manage");
  return { tills, mayConnect };
}

export const action = formAction(
  requestForm,
  async ({ typed, api }, { params: { conversationId } }: Route.ActionArgs) => {
    const { sent } = await api("POST /conversations/:conversationId/payment-requests", {
      ...typed,
      conversationId,
    });
    return askDone(href("/chat/:conversationId", { conversationId }), sent);
  },
);

export default function RequestPayment({ loaderData, actionData, params }: Route.ComponentProps) {
  const { tills, mayConnect } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const back = href("/chat/:conversationId", params);
  return (
    <ConversationForm title={m.requests_request_payment()} back={back}>
      {tills.length === 0 ? (
        <NoTill mayConnect={mayConnect} />
      ) : (
        <RequestForm tills={tills} result={result} back={back} />
      )}
    </ConversationForm>
  );
}
