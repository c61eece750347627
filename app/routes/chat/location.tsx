import { href } from "react-router";
import { locationToSend, submissionKey } from "#app/domain/messaging/messages/schemas.ts";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, fieldValue, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/location";
import { ConversationForm } from "./conversationForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.chat_location_page_title() }];

export async function loader({ context, params: { conversationId } }: Route.LoaderArgs) {
  await pageApi(context)("GET /conversations/:conversationId", { conversationId });
  return { submissionKey: crypto.randomUUID() };
}

export const action = formAction(
  locationToSend.extend({ key: submissionKey }),
  async ({ value, api }, { params: { conversationId } }: Route.ActionArgs) => {
    await api("POST /conversations/:conversationId/location", { conversationId, ...value });
    return done(href("/chat/:conversationId", { conversationId }), m.chat_location_sent_done());
  },
);

export default function SendPlace({ loaderData, actionData, params }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const back = href("/chat/:conversationId", params);
  const field = (name: string) => ({
    ...fieldProps(result, name),
    autoComplete: "off",
  });
  return (
    <ConversationForm title={m.chat_share_location()} back={back}>
      <Form method="post" className="grid gap-5" noValidate>
        <ErrorSummary title={m.chat_location_errors_title()} errors={problemsOf(result)} />
        <input type="hidden" name="key" value={fieldValue(result, "key", loaderData.submissionKey)} />
        <Field
          label={m.chat_location_latitude_label()}
          required
          inputMode="decimal"
          hint={m.chat_location_latitude_hint()}
          {...field("latitude")}
        />
        <Field
          label={m.chat_location_longitude_label()}
          required
          inputMode="decimal"
          hint={m.chat_location_longitude_hint()}
          {...field("longitude")}
        />
        <Field
          label={m.common_name()}
          hint={m.chat_location_name_hint()}
          {...field("name")}
          maxLength={200}
        />
        <Field label={m.common_address()} {...field("address")} maxLength={300} />
        <FormActions submitLabel={m.chat_location_share_location_button()} cancelTo={back} />
      </Form>
    </ConversationForm>
  );
}
