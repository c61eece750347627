import { data, href, Link, redirect } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { ErrorSummary } from "#app/ui/form.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/attach";
import { AttachForm } from "./attachForm.tsx";
import { ConversationForm } from "./conversationForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.chat_attach_page_title() }];

export async function loader({ request, context, params: { conversationId } }: Route.LoaderArgs) {
  const { conversation } = await pageApi(context)("GET /conversations/:conversationId", { conversationId });
  const about = new URL(request.url).searchParams.get("about") ?? "";
  return { name: conversation.name, about, submissionKey: crypto.randomUUID() };
}

/** Streams the body on; the API reads the form. */
export async function action({ request, context, params: { conversationId } }: Route.ActionArgs) {
  const headers = new Headers({ "content-type": request.headers.get("content-type") ?? "" });
  // A declared length over the limit is refused unread.
  const length = request.headers.get("content-length");
  if (length !== null) headers.set("content-length", length);
  try {
    await context
      .get(apiContext)
      .raw(
        "POST /conversations/:conversationId/media",
        { conversationId },
        { headers, ...(request.body ? { body: request.body } : {}) },
      );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, fields, typed } = error;
    return data({ message, fields, typed }, { status: error.status });
  }
  return redirect(href("/chat/:conversationId", { conversationId }));
}

export default function Attach({ loaderData, actionData, params }: Route.ComponentProps) {
  const path = href("/chat/:conversationId", params);
  const tied = Object.entries(actionData?.fields ?? {}).map(([id, text]) => ({ id, text }));
  const errors = actionData && tied.length === 0 ? [{ text: actionData.message }] : tied;
  return (
    <ConversationForm
      title={m.chat_attach_send_file_to_title({ loaderDataName: readablePhone(loaderData.name) })}
      back={path}
    >
      <ErrorSummary title={m.chat_attach_errors_title()} errors={errors} />
      <AttachForm
        path={path}
        // A refused form keeps its key: the response to an accepted file may have been lost.
        submissionKey={actionData?.typed.key ?? loaderData.submissionKey}
        messageId={actionData?.typed.messageId ?? loaderData.about}
        caption={actionData?.typed.caption}
        errors={actionData?.fields ?? {}}
      />
      <p className="flex flex-wrap gap-x-4">
        <Link className="link min-h-11" to={href("/chat/:conversationId/request", params)}>
          {m.requests_request_payment()}
        </Link>
        <Link className="link min-h-11" to={href("/chat/:conversationId/products", params)}>
          {m.catalogues_send_title()}
        </Link>
        <Link className="link min-h-11" to={href("/chat/:conversationId/location", params)}>
          {m.chat_share_location()}
        </Link>
        <Link className="link min-h-11" to={href("/chat/:conversationId/card", params)}>
          {m.chat_send_contact()}
        </Link>
        <Link className="link min-h-11" to={href("/chat/:conversationId/flow", params)}>
          {m.chat_flow_and_bot()}
        </Link>
        <Link className="link min-h-11" to={href("/chat/:conversationId/choices", params)}>
          {m.chat_ask_question_link()}
        </Link>
      </p>
    </ConversationForm>
  );
}
