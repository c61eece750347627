import { redirect } from "react-router";
import { z } from "zod";
import {
  phoneNumberId,
  seenPrice,
  submissionKey,
  templateId,
  templateValues,
} from "#app/domain/conversations/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { readablePhone } from "#app/shared/readablePhone.ts";
import { alsoAfterRefusal } from "#app/ui/afterRefusal.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { SendTemplate } from "#app/ui/chat/templateForm.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/contactsMessage";

const schema = z.object({
  phoneNumberId,
  templateId,
  key: submissionKey,
  variables: templateValues,
  maxTotalCents: seenPrice,
});

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Message to ${readablePhone(loaderData?.sendable.contact.name ?? "a contact")}` },
];

export async function loader({ request, context, params: { contactId } }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const sendable = await orErrorPage(
    context.get(apiContext)("GET /contacts/:contactId/templates", {
      contactId,
      phoneNumberId: query.get("phoneNumberId") || undefined,
    }),
  );
  return {
    sendable,
    template: sendable.templates.find(({ id }) => id === query.get("templateId")) ?? null,
    submissionKey: crypto.randomUUID(),
  };
}

export async function action({ request, context, params: { contactId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  let conversationId: string;
  try {
    ({ conversationId } = await context.get(apiContext)("POST /contacts/:contactId/template", {
      contactId,
      ...submission.value,
    }));
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect(`/chat/${conversationId}`, {
    headers: withToast({ kind: "success", text: "The template is on its way." }),
  });
}

export default function MessageToContact({ loaderData, actionData, params }: Route.ComponentProps) {
  const { sendable, ...form } = loaderData;
  const { phoneNumberId: from, numbers } = sendable;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={`Message to ${readablePhone(sendable.contact.name)}`}
        description="A first message is a template that Meta has approved. When they answer, you can write freely for 24 hours."
      />
      {from === null ? (
        <EmptyState
          title="Connect WhatsApp first"
          action={<ButtonLink to="/whatsapp">WhatsApp Setup</ButtonLink>}
        >
          Messages go out from your own WhatsApp number.
        </EmptyState>
      ) : (
        <Card>
          <div className="grid gap-5">
            <SendTemplate
              {...form}
              sendable={sendable}
              from={{ phoneNumberId: from, numbers }}
              lastResult={actionData?.result}
              back={`/contacts/${params.contactId}`}
            />
          </div>
        </Card>
      )}
    </div>
  );
}

export { alsoAfterRefusal as shouldRevalidate, ScreenError as ErrorBoundary };
