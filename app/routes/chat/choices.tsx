import { href } from "react-router";
import { choiceLimits } from "#app/domain/messaging/messages/choices/fieldRules.ts";
import { choicesToSend, submissionKey } from "#app/domain/messaging/messages/schemas.ts";
import { Field, RadioGroupField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, fieldValue, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/choices";
import { ConversationForm } from "./conversationForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.chat_choices_page_title() }];

export async function loader({ context, params: { conversationId } }: Route.LoaderArgs) {
  await pageApi(context)("GET /conversations/:conversationId", { conversationId });
  return { submissionKey: crypto.randomUUID() };
}

export const action = formAction(
  choicesToSend.safeExtend({ key: submissionKey }),
  async ({ typed, api }, { params: { conversationId } }: Route.ActionArgs) => {
    await api("POST /conversations/:conversationId/choices", { conversationId, ...typed });
    return done(href("/chat/:conversationId", { conversationId }), m.chat_choices_question_sent_done());
  },
);

export default function AskWithChoices({ loaderData, actionData, params }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const back = href("/chat/:conversationId", params);
  const field = (name: string) => fieldProps(result, name);
  return (
    <ConversationForm title={m.chat_ask_question_link()} back={back}>
      <Form method="post" className="grid gap-5" noValidate>
        <ErrorSummary title={m.chat_choices_errors_title()} errors={problemsOf(result)} />
        <input type="hidden" name="key" value={fieldValue(result, "key", loaderData.submissionKey)} />
        <TextareaField
          label={m.common_question()}
          required
          rows={3}
          {...field("text")}
          maxLength={choiceLimits.question}
        />
        <RadioGroupField
          label={m.chat_choices_shown_as_label()}
          name="shownAs"
          defaultValue={fieldValue(result, "shownAs", "buttons") || "buttons"}
          options={[
            {
              value: "buttons",
              label: m.common_buttons(),
              hint: m.common_choices_hint(choiceLimits.buttons),
            },
            { value: "list", label: m.common_list(), hint: m.common_choices_hint(choiceLimits.list) },
          ]}
        />
        <TextareaField
          label={m.common_answers()}
          required
          rows={5}
          hint={m.chat_choices_lines_hint()}
          {...field("choices")}
        />
        <Field
          label={m.common_list_button()}
          maxLength={20}
          placeholder={m.common_choose()}
          {...field("listButton")}
        />
        <Field label={m.chat_footer()} maxLength={60} {...field("footer")} />
        <FormActions submitLabel={m.chat_choices_send_question_button()} cancelTo={back} />
      </Form>
    </ConversationForm>
  );
}
