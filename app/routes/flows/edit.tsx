import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { flowSettings } from "#app/domain/flows/schemas.ts";
import { flowLanguages, limits } from "#app/domain/flows/words.ts";
import { CheckboxField, Field, RadioGroupField, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldProps, isTicked, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";

export const meta: Route.MetaFunction = () => [{ title: m.flows_edit_page_title() }];

export async function loader({ context, params: { flowId } }: Route.LoaderArgs) {
  return { form: await pageApi(context)("GET /flows/:flowId/form", { flowId }) };
}

export const action = formAction(
  flowSettings,
  async ({ value, api }, { params: { flowId } }: Route.ActionArgs) => {
    await api("PUT /flows/:flowId", { ...value, flowId });
    return done(href("/flows/:flowId", { flowId }), m.flows_edit_saved_done());
  },
);

export default function EditFlow({ loaderData: { form }, actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader title={m.flows_edit_title({ flowName: form.flow.name })} />
      <Card>
        <Form method="post" noValidate className="grid max-w-3xl gap-6">
          <ErrorSummary title={m.flows_edit_not_saved_title()} errors={problemsOf(result)} />
          <About form={form} result={result} />
          <Starts form={form} result={result} />
          <Timeout form={form} result={result} />
          <FormActions
            submitLabel={m.common_save()}
            cancelTo={href("/flows/:flowId", { flowId: form.flow.id })}
          />
        </Form>
      </Card>
    </>
  );
}

interface Part {
  form: CallOutput<"GET /flows/:flowId/form">;
  result: FormResult;
}

const controlOf = (result: Part["result"]) => (name: string, stored: string | number) =>
  fieldProps(result, name, String(stored));

function About({ form: { flow, numbers }, result }: Part) {
  const control = controlOf(result);
  return (
    <>
      <Field
        {...control("name", flow.name)}
        label={m.common_name()}
        required
        maxLength={80}
        autoComplete="off"
      />
      <SelectField
        {...control("language", flow.language)}
        label={m.flows_language_of_texts()}
        options={Object.entries(flowLanguages).map(([value, label]) => ({ value, label }))}
      />
      <SelectField
        {...control("phoneNumberId", flow.phoneNumberId ?? "")}
        label={m.common_number()}
        options={[
          { value: "", label: m.common_all_numbers() },
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
      <legend className="label">{m.flows_edit_trigger()}</legend>
      <TextareaField
        {...control("keywords", starts.keywords.join("\n"))}
        label={m.flows_edit_with_keyword()}
        rows={3}
        maxLength={400}
        hint={m.flows_edit_keywords_hint()}
      />
      <CheckboxField
        name="firstMessage"
        label={m.flows_edit_first_message_label()}
        defaultChecked={isTicked(result, "firstMessage", starts.firstMessage)}
      />
      <Field
        {...control("button", starts.button)}
        label={m.flows_edit_with_template_button()}
        maxLength={25}
        autoComplete="off"
        hint={m.flows_edit_button_hint()}
      />
      <SelectField
        {...control("templateId", starts.templateId)}
        label={m.common_template()}
        options={[
          { value: "", label: m.flows_edit_any_template() },
          ...templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` })),
        ]}
      />
      <p className="hint">{m.flows_edit_other_starts_text()}</p>
    </fieldset>
  );
}

function Timeout({ form: { flow }, result }: Part) {
  const control = controlOf(result);
  const { timeout } = flow;
  return (
    <fieldset className="grid gap-5">
      <legend className="label">{m.flows_edit_timeout_legend()}</legend>
      <Field
        {...control("remindMinutes", timeout.remindMinutes)}
        label={m.flows_edit_remind_after_minutes()}
        inputMode="numeric"
        maxLength={4}
        hint={m.flows_edit_remind_hint()}
      />
      <Field
        {...control("reminder", timeout.reminder)}
        label={m.flows_edit_reminder_text()}
        maxLength={limits.question}
        autoComplete="off"
      />
      <Field
        {...control("endMinutes", timeout.endMinutes)}
        label={m.flows_edit_timeout_minutes_label()}
        inputMode="numeric"
        maxLength={4}
      />
      <RadioGroupField
        {...control("timeoutThen", timeout.afterwards)}
        label={m.flows_edit_after_timeout()}
        options={[
          { value: "handover", label: m.flows_edit_team_takes_over() },
          { value: "end", label: m.flows_edit_flow_ends() },
        ]}
      />
      <TextareaField
        {...control("timeoutText", timeout.text)}
        label={m.flows_edit_timeout_message()}
        rows={2}
        maxLength={limits.text}
      />
    </fieldset>
  );
}
