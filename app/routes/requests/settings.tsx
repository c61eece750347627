import { href } from "react-router";
import { paymentSettingsForm } from "#app/domain/sales/requests/schemas.ts";
import { CheckboxField, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, isTicked, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/settings";

export const meta: Route.MetaFunction = () => [{ title: m.requests_settings_title() }];

export const loader = ({ context }: Route.LoaderArgs) =>
  orThrowPage(context.get(apiContext)("GET /payment-requests/settings", {}));

export const action = formAction(paymentSettingsForm, async ({ typed, api }) => {
  await api("PUT /payment-requests/settings", typed);
  return done(href("/requests"), m.integrations_show_settings_saved_done());
});

type Choices = Route.ComponentProps["loaderData"]["templates"];

const optionsOf = (templates: Choices) => [
  { value: "", label: m.requests_settings_no_template() },
  ...templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` })),
];

export default function RequestSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, templates } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader title={m.requests_settings_title()} />
      <Card>
        <Form method="post" noValidate className="grid max-w-2xl gap-5">
          <ErrorSummary title={m.requests_settings_errors_title()} errors={problemsOf(result)} />
          <CheckboxField
            name="answersWords"
            label={m.requests_settings_words_label()}
            hint={m.requests_settings_words_hint()}
            defaultChecked={isTicked(result, "answersWords", settings.answersWords)}
          />
          <SelectField
            {...fieldProps(result, "askTemplateId", settings.askTemplateId)}
            label={m.requests_settings_ask_label()}
            hint={m.requests_settings_ask_hint()}
            options={optionsOf(templates)}
          />
          <FormActions submitLabel={m.common_save_changes()} cancelTo={href("/requests")} />
        </Form>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
