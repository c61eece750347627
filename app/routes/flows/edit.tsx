import type { SubmissionResult } from "@conform-to/react";
import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { flowSettings } from "#app/domain/flows/schemas.ts";
import { flowLanguages, limits } from "#app/domain/flows/words.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CheckboxField, Field, RadioGroupField, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/edit";

export const meta: Route.MetaFunction = () => [{ title: "Start and time-out of a flow" }];

export async function loader({ context, params: { flowId } }: Route.LoaderArgs) {
  return { form: await orErrorPage(context.get(apiContext)("GET /flows/:flowId/form", { flowId })) };
}

export const action = formAction(
  flowSettings,
  async ({ value, api }, { params: { flowId } }: Route.ActionArgs) => {
    await api("PUT /flows/:flowId", { ...value, flowId });
    return done(href("/flows/:flowId", { flowId }), "Saved. It holds once you publish.");
  },
);

export default function EditFlow({ loaderData: { form }, actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader title={`Start and time-out of ${form.flow.name}`} />
      <Card>
        <Form method="post" noValidate className="grid max-w-3xl gap-6">
          <ErrorSummary title="Nothing was saved" errors={problemsOf(result)} />
          <About form={form} result={result} />
          <Starts form={form} result={result} />
          <Timeout form={form} result={result} />
          <p className="row-actions">
            <Button>Save</Button>
            <ButtonLink to={href("/flows/:flowId", { flowId: form.flow.id })} variant="quiet">
              Cancel
            </ButtonLink>
          </p>
        </Form>
      </Card>
    </>
  );
}

interface Part {
  form: CallOutput<"GET /flows/:flowId/form">;
  result: SubmissionResult<string[]> | undefined;
}

const controlOf = (result: Part["result"]) => (name: string, stored: string | number) => ({
  name,
  defaultValue: typedOr(result, name, String(stored)),
  error: errorAt(result, name),
});

function About({ form: { flow, numbers }, result }: Part) {
  const control = controlOf(result);
  return (
    <>
      <Field {...control("name", flow.name)} label="Name" required maxLength={80} autoComplete="off" />
      <SelectField
        {...control("language", flow.language)}
        label="Language of its texts"
        options={Object.entries(flowLanguages).map(([value, label]) => ({ value, label }))}
      />
      <SelectField
        {...control("phoneNumberId", flow.phoneNumberId ?? "")}
        label="Number"
        options={[
          { value: "", label: "Every number" },
          ...numbers.map(({ phoneNumberId, displayPhoneNumber, verifiedName }) => ({
            value: phoneNumberId,
            label: `${displayPhoneNumber}, ${verifiedName}`,
          })),
        ]}
      />
    </>
  );
}

function Starts({ form: { flow, templates }, result }: Part) {
  const control = controlOf(result);
  const { starts } = flow;
  return (
    <fieldset className="grid gap-5">
      <legend className="label">It starts</legend>
      <TextareaField
        {...control("keywords", starts.keywords.join("\n"))}
        label="With one of these words"
        rows={3}
        maxLength={400}
        hint="One in each line. The message has to be the word alone; capitals and accents make no difference."
      />
      <CheckboxField
        name="firstMessage"
        label="With the first message of somebody new"
        defaultChecked={typedOr(result, "firstMessage", starts.firstMessage ? "on" : "") === "on"}
      />
      <Field
        {...control("button", starts.button)}
        label="With a button of a template"
        maxLength={25}
        autoComplete="off"
        hint="The words of the button, as customers read them."
      />
      <SelectField
        {...control("templateId", starts.templateId)}
        label="Of this template"
        options={[
          { value: "", label: "Any template" },
          ...templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` })),
        ]}
      />
      <p className="hint">
        Besides, members start it from the chat, and rules by their action “Start a flow”.
      </p>
    </fieldset>
  );
}

function Timeout({ form: { flow }, result }: Part) {
  const control = controlOf(result);
  const { timeout } = flow;
  return (
    <fieldset className="grid gap-5">
      <legend className="label">When the customer does not answer</legend>
      <Field
        {...control("remindMinutes", timeout.remindMinutes)}
        label="Ask once more after (minutes)"
        inputMode="numeric"
        maxLength={4}
        hint="0: never."
      />
      <Field
        {...control("reminder", timeout.reminder)}
        label="Words before the question"
        maxLength={limits.question}
        autoComplete="off"
      />
      <Field
        {...control("endMinutes", timeout.endMinutes)}
        label="It is over after so many more (minutes)"
        inputMode="numeric"
        maxLength={4}
      />
      <RadioGroupField
        {...control("timeoutThen", timeout.afterwards)}
        label="And then"
        options={[
          { value: "handover", label: "Your team takes over" },
          { value: "end", label: "The flow ends" },
        ]}
      />
      <TextareaField
        {...control("timeoutText", timeout.text)}
        label="What the customer is told"
        rows={2}
        maxLength={limits.text}
      />
    </fieldset>
  );
}

export { ScreenError as ErrorBoundary };
