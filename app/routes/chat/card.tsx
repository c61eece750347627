import { href } from "react-router";
import { cardToSend, submissionKey } from "#app/domain/messaging/messages/schemas.ts";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, fieldValue, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/card";
import { ConversationForm } from "./conversationForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.chat_card_page_title() }];

export async function loader({ context, params: { conversationId } }: Route.LoaderArgs) {
  await pageApi(context)("GET /conversations/:conversationId", { conversationId });
  return { submissionKey: crypto.randomUUID() };
}

export const action = formAction(
  cardToSend.extend({ key: submissionKey }),
  async ({ value, api }, { params: { conversationId } }: Route.ActionArgs) => {
    await api("POST /conversations/:conversationId/card", { conversationId, ...value });
    return done(href("/chat/:conversationId", { conversationId }), m.chat_card_contact_sent_done());
  },
);

export default function SendCard({ loaderData, actionData, params }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const back = href("/chat/:conversationId", params);
  const field = (name: string) => ({
    ...fieldProps(result, name),
    autoComplete: "off",
  });
  return (
    <ConversationForm title={m.chat_send_contact()} back={back}>
      <Form method="post" className="grid gap-5" noValidate>
        <ErrorSummary title={m.chat_card_errors_title()} errors={problemsOf(result)} />
        <input type="hidden" name="key" value={fieldValue(result, "key", loaderData.submissionKey)} />
        <Field label={m.common_name()} required {...field("name")} maxLength={200} />
        <Field
          label={m.common_phone_number()}
          required
          type="tel"
          hint={m.chat_card_phone_hint()}
          {...field("phone")}
        />
        <Field label={m.chat_card_company_label()} {...field("company")} maxLength={200} />
        <FormActions submitLabel={m.common_send_contact()} cancelTo={back} />
      </Form>
    </ConversationForm>
  );
}
