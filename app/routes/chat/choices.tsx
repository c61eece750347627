import { href } from "react-router";
import { choicesToSend, submissionKey } from "#app/domain/messaging/conversations/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, RadioGroupField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/choices";
import { BesideConversation } from "./beside.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Ask a question – Chat" }];

export async function loader({ context, params: { conversationId } }: Route.LoaderArgs) {
  await orErrorPage(context.get(apiContext)("GET /conversations/:conversationId", { conversationId }));
  return { submissionKey: crypto.randomUUID() };
}

export const action = formAction(
  choicesToSend.safeExtend({ key: submissionKey }),
  async ({ submission, api }, { params: { conversationId } }: Route.ActionArgs) => {
    // As it was typed: the call reads the lines once more.
    const typed = submission.payload as { text: string; choices: string; key: string };
    await api("POST /conversations/:conversationId/choices", { conversationId, ...typed });
    return done(href("/chat/:conversationId", { conversationId }), "The question is on its way.");
  },
);

export default function AskWithChoices({ loaderData, actionData, params }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const back = href("/chat/:conversationId", params);
  const field = (name: string) => ({
    name,
    defaultValue: typedOr(result, name, ""),
    error: errorAt(result, name),
  });
  return (
    <BesideConversation title="Ask with buttons or a list" back={back}>
      <Form method="post" className="grid gap-5" noValidate>
        <ErrorSummary title="The question was not sent" errors={problemsOf(result)} />
        <input type="hidden" name="key" value={typedOr(result, "key", loaderData.submissionKey)} />
        <TextareaField label="Question" required rows={3} {...field("text")} />
        <RadioGroupField
          label="Show the answers as"
          name="shownAs"
          defaultValue={typedOr(result, "shownAs", "buttons") || "buttons"}
          options={[
            { value: "buttons", label: "Buttons", hint: "Up to 3 answers of 20 characters." },
            { value: "list", label: "A list", hint: "Up to 10 answers of 24 characters." },
          ]}
        />
        <TextareaField
          label="Answers"
          required
          rows={5}
          hint="One in each line. In a list, words behind a | explain the answer."
          {...field("choices")}
        />
        <Field
          label="Button that opens the list"
          maxLength={20}
          placeholder="Choose"
          {...field("listButton")}
        />
        <Field label="Footer" maxLength={60} {...field("footer")} />
        <p className="row-actions">
          <Button>Send the question</Button>
          <ButtonLink to={back} variant="quiet">
            Cancel
          </ButtonLink>
        </p>
      </Form>
    </BesideConversation>
  );
}

export { ScreenError as ErrorBoundary };
