import { href } from "react-router";
import { application } from "#app/domain/partners/schemas.ts";
import { categoryWords, partnerCategories } from "#app/domain/partners/words.ts";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";
import type { Route } from "./+types/apply";

export const meta: Route.MetaFunction = () => [{ title: m.referrals_become_partner() }];

export const action = formAction(application, async ({ value, api }) => {
  await api("POST /referrals/application", value);
  return done(href("/revenue-share"), m.referrals_apply_done());
});

export default function ApplyAsPartner({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const field = (name: string, stored = "") => fieldProps(result, name, stored);
  return (
    <>
      <PageHeader title={m.referrals_become_partner()} description={m.referrals_apply_lead()} />
      <Card className="max-w-2xl">
        <Form method="post" noValidate className="grid gap-4">
          <ErrorSummary errors={problemsOf(result)} />
          <Field label={m.common_business_name()} required maxLength={100} {...field("name")} />
          <SelectField
            label={m.common_category()}
            {...field("category", "agency")}
            options={partnerCategories.map((value) => ({ value, label: categoryWords[value] }))}
          />
          <Field label={m.common_contact_person()} required maxLength={100} {...field("contactName")} />
          <Field
            label={m.common_email()}
            type="email"
            required
            hint={m.referrals_apply_email_hint()}
            {...field("email")}
          />
          <TextareaField
            label={m.referrals_apply_about_label()}
            rows={5}
            required
            maxLength={1000}
            {...field("about")}
          />
          <FormActions submitLabel={m.referrals_apply_button()} cancelTo={href("/revenue-share")} />
        </Form>
      </Card>
    </>
  );
}
