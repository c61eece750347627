import { href } from "react-router";
import { staffForm } from "#app/domain/console/schemas.ts";
import { staffRoles } from "#app/domain/console/words.ts";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/staffNew";

export const meta: Route.MetaFunction = () => [{ title: m.admin_staff_add_administrator() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { mayChange } = await context.get(apiContext)("GET /admin/staff", {});
  return { mayChange };
}

export const action = formAction(staffForm, async ({ value, api }) => {
  const { staffId } = await api("POST /admin/staff", value);
  return done(
    href("/admin/staff/:staffId", { staffId }),
    m.admin_staff_new_added_done({ email: value.email }),
  );
});

export default function StaffNew({ loaderData: { mayChange }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const field = (name: "email" | "firstName" | "lastName" | "reason", label: string, maxLength?: number) => (
    <Field
      {...fieldProps(result, name)}
      label={label}
      id={name}
      type={name === "email" ? "email" : "text"}
      maxLength={maxLength}
      required
    />
  );
  return (
    <>
      <PageHeader title={m.admin_staff_add_administrator()} description={m.admin_staff_new_lead()} />
      <Card className="max-w-2xl">
        {mayChange ? (
          <Form method="post" noValidate className="grid gap-4">
            <ErrorSummary errors={problemsOf(result)} />
            {field("email", m.common_email())}
            {field("firstName", m.common_first_name(), 80)}
            {field("lastName", m.common_last_name(), 80)}
            <SelectField
              {...fieldProps(result, "staffRole", "support")}
              label={m.common_role()}
              options={Object.entries(staffRoles).map(([value, { label, meaning }]) => ({
                value,
                label: m.common_labelled({ label: label, value: meaning }),
              }))}
            />
            {field("reason", m.common_reason(), 500)}
            <FormActions submitLabel={m.admin_staff_add_administrator()} cancelTo={href("/admin/staff")} />
          </Form>
        ) : (
          <p>{m.admin_staff_new_owners_only_text()}</p>
        )}
      </Card>
    </>
  );
}
