import { href } from "react-router";
import { z } from "zod";
import {
  phoneNumberId,
  seenPrice,
  submissionKey,
  templateId,
  templateValues,
} from "#app/domain/messaging/messages/schemas.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { SendTemplate } from "#app/routes/chat/templateForm.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { alsoAfterRefusal } from "#app/web/afterRefusal.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/message";

const schema = z.object({
  phoneNumberId,
  templateId,
  key: submissionKey,
  variables: templateValues,
  maxTotalCents: seenPrice,
});

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.contacts_message_to({ contactName: readablePhone(loaderData.sendable.contact.name) }) },
];

export async function loader({ request, context, params: { contactId } }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const sendable = await pageApi(context)("GET /contacts/:contactId/templates", {
    contactId,
    phoneNumberId: query.get("phoneNumberId") || undefined,
  });
  return {
    sendable,
    template: sendable.templates.find(({ id }) => id === query.get("templateId")) ?? null,
    submissionKey: crypto.randomUUID(),
  };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { contactId } }: Route.ActionArgs) => {
    const { conversationId } = await api("POST /contacts/:contactId/template", { contactId, ...value });
    return done(href("/chat/:conversationId", { conversationId }), m.common_template_sent());
  },
);

export default function MessageToContact({ loaderData, actionData, params }: Route.ComponentProps) {
  const { sendable, ...form } = loaderData;
  const { phoneNumberId: from, numbers } = sendable;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={m.contacts_message_to({ contactName: readablePhone(sendable.contact.name) })}
        description={m.contacts_message_lead()}
      />
      {from === null ? (
        <EmptyState
          art="templates"
          title={m.common_connect_whatsapp_first()}
          action={<ButtonLink to={href("/whatsapp")}>{m.common_whatsapp_setup()}</ButtonLink>}
        >
          {m.contacts_message_empty()}
        </EmptyState>
      ) : (
        <Card>
          <div className="grid gap-5">
            <SendTemplate
              {...form}
              sendable={sendable}
              from={{ phoneNumberId: from, numbers }}
              lastResult={actionData?.result}
              back={href("/contacts/:contactId", { contactId: params.contactId })}
            />
          </div>
        </Card>
      )}
    </div>
  );
}

export { alsoAfterRefusal as shouldRevalidate };
