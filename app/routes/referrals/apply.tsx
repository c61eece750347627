import { href } from "react-router";
import { application } from "#app/domain/partners/schemas.ts";
import { categoryWords, partnerCategories } from "#app/domain/partners/words.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import type { Route } from "./+types/apply";

export const meta: Route.MetaFunction = () => [{ title: "Become a partner" }];

export const action = formAction(application, async ({ value, api }) => {
  await api("POST /referrals/application", value);
  return done(href("/revenue-share"), "Thank you. We look at it and answer by mail.");
});

export default function ApplyAsPartner({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const field = (name: string, stored = "") => ({
    name,
    defaultValue: typedOr(result, name, stored),
    error: errorAt(result, name),
  });
  return (
    <>
      <PageHeader title="Become a partner" description="Tell us who you are and whom you would bring." />
      <Card className="max-w-2xl">
        <Form method="post" noValidate className="grid gap-4">
          <ErrorSummary errors={problemsOf(result)} />
          <Field label="Business name" required maxLength={100} {...field("name")} />
          <SelectField
            label="Category"
            {...field("category", "agency")}
            options={partnerCategories.map((value) => ({ value, label: categoryWords[value]! }))}
          />
          <Field label="Contact person" required maxLength={100} {...field("contactName")} />
          <Field
            label="Email"
            type="email"
            required
            hint="You sign in with it as a partner, so take another one than that of your account here."
            {...field("email")}
          />
          <TextareaField
            label="Whom would you bring, and how?"
            rows={5}
            required
            maxLength={1000}
            {...field("about")}
          />
          <div className="row-actions">
            <Button>Apply</Button>
            <ButtonLink variant="quiet" to={href("/revenue-share")}>
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
