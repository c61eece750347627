import { ArrowLeft } from "lucide-react";
import { Link, redirect } from "react-router";
import { z } from "zod";
import { seenPrice, submissionKey, templateId, templateValues } from "#app/domain/conversations/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { alsoAfterRefusal } from "#app/ui/afterRefusal.ts";
import { SendTemplate } from "#app/ui/chat/templateForm.tsx";
import { useLastAnswer } from "#app/ui/lastAnswer.ts";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/chatTemplate";

const schema = z.object({
  templateId,
  key: submissionKey,
  variables: templateValues,
  maxTotalCents: seenPrice,
});

export const meta: Route.MetaFunction = () => [{ title: "Send a template – Chat" }];

export async function loader({ request, context, params: { conversationId } }: Route.LoaderArgs) {
  const sendable = await orErrorPage(
    context.get(apiContext)("GET /conversations/:conversationId/templates", { conversationId }),
  );
  const chosen = new URL(request.url).searchParams.get("templateId");
  return {
    sendable,
    template: sendable.templates.find(({ id }) => id === chosen) ?? null,
    submissionKey: crypto.randomUUID(),
  };
}

export async function action({ request, context, params: { conversationId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  try {
    await context.get(apiContext)("POST /conversations/:conversationId/template", {
      conversationId,
      ...submission.value,
    });
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect(`/chat/${conversationId}`, {
    headers: withToast({ kind: "success", text: "The template is on its way." }),
  });
}

export default function ChatTemplate({ loaderData, actionData, params }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { name } = loaderData.sendable.contact;
  const back = `/chat/${params.conversationId}`;
  return (
    <section className="h-full overflow-y-auto" aria-label="Send a template">
      <header className="flex items-center gap-3 border-line border-b px-3 py-2">
        <Link to={back} className="icon-button flex-none" aria-label={`Back to ${name}`}>
          <ArrowLeft size={20} aria-hidden="true" />
        </Link>
        <h2 className="leading-tight wrap-anywhere">Send a template to {name}</h2>
      </header>
      <div className="grid max-w-xl gap-5 p-4 sm:p-6">
        <SendTemplate {...loaderData} lastResult={answer?.result} back={back} />
      </div>
    </section>
  );
}

export { alsoAfterRefusal as shouldRevalidate, ScreenError as ErrorBoundary };
