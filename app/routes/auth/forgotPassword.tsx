import { useForm } from "@conform-to/react";
import { data, Link } from "react-router";
import { z } from "zod";
import { email } from "#app/domain/users/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import checkedForms from "#app/ui/modules/checkedForms.js?raw";
import { Notice } from "#app/ui/notice.tsx";
import { InlineModule } from "#app/ui/script.tsx";
import type { Route } from "./+types/forgotPassword";
import { AuthPage } from "./authPage.tsx";
import { FormErrors } from "./formErrors.tsx";

const schema = z.object({ email });

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: "Forgot password" }];

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  try {
    const { message } = await context.get(apiContext)("POST /auth/forgot-password", submission.value);
    return data({ result: undefined, code: undefined, sent: message });
  } catch (error) {
    return refuse(submission, error);
  }
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof schema>>({ lastResult: actionData?.result });
  const sent = actionData && "sent" in actionData ? actionData.sent : undefined;
  return (
    <AuthPage
      title="Forgot password?"
      lead="Give us the email of your account and we send you a link to choose a new password. It works for 30 minutes."
    >
      {sent ? (
        <Notice tone="good" title="Check your email">
          {sent}
        </Notice>
      ) : (
        <Form method="post" className="auth-form" noValidate data-checked="">
          <FormErrors
            code={actionData?.code}
            form={form.errors}
            fields={[{ id: "email", errors: fields.email.errors }]}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={fields.email.initialValue}
            error={fields.email.errors?.[0]}
            data-missing="Email is required"
            data-pattern="^[^\s@]+@[^\s@]+\.[^\s@]+$"
            data-invalid="Email is invalid"
          />
          <Button data-busy="Sending...">Send the link</Button>
        </Form>
      )}
      <p className="auth-other">
        <Link className="link" to="/login">
          Back to sign in
        </Link>
      </p>
      <InlineModule code={checkedForms} />
    </AuthPage>
  );
}
