import { useForm } from "@conform-to/react";
import { href, Link } from "react-router";
import type { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { resetPasswordForm } from "#app/domain/accounts/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { PasswordField } from "#app/ui/passwordField.tsx";
import passwords from "#app/ui/passwords.js?raw";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { InlineModule } from "#app/web/script.tsx";
import type { Route } from "./+types/resetPassword";
import { AuthPage } from "./authPage.tsx";
import checkedForms from "./checkedForms.js?raw";
import { checks } from "./checks.ts";
import { FormErrors } from "./formErrors.tsx";

const schema = resetPasswordForm;

const deadLink = "This link is not valid any more, or not complete. Please request a new one.";

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: "Choose a new password" }];

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** `problem` is why there is nothing to fill in; empty where the link opens. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = tokenOf(request);
  if (!token) return { problem: "This page opens with the link of the mail. Request one if you have none." };
  try {
    const { isValid } = await context.get(apiContext)("GET /auth/reset-password", { token });
    return { problem: isValid ? "" : deadLink };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { problem: error.status === 429 ? error.message : deadLink };
  }
}

export const action = formAction(schema, async ({ value, api, request }) => {
  const { message } = await api("POST /auth/reset-password", {
    token: tokenOf(request),
    password: value.password,
  });
  return done(href("/login"), message);
});

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof schema>>({ lastResult: actionData?.result });
  if (loaderData.problem) {
    return (
      <AuthPage title="Choose a new password" lead={loaderData.problem}>
        <ButtonLink to={href("/forgot-password")}>Request a link</ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Choose a new password"
      lead="You will be signed out everywhere and sign in with the new one."
    >
      <Form method="post" className="auth-form" noValidate data-checked="">
        <FormErrors
          code={actionData?.code}
          form={form.errors}
          fields={[
            { id: "password", errors: fields.password.errors },
            { id: "confirmPassword", errors: fields.confirmPassword.errors },
          ]}
        />
        <PasswordField
          label="New password"
          name="password"
          id="password"
          autoComplete="new-password"
          required
          meter
          hint="At least 8 characters"
          error={fields.password.errors?.[0]}
          {...checks("newPassword")}
        />
        <PasswordField
          label="Confirm new password"
          name="confirmPassword"
          id="confirmPassword"
          autoComplete="new-password"
          required
          error={fields.confirmPassword.errors?.[0]}
          {...checks("confirmNewPassword")}
        />
        <Button data-busy="Saving...">Save the new password</Button>
      </Form>
      <p className="auth-other">
        Link too old?{" "}
        <Link className="link" to={href("/forgot-password")}>
          Request a new one
        </Link>
      </p>
      <InlineModule code={checkedForms} />
      <InlineModule code={`${passwords}\nenhancePasswords(document);`} />
    </AuthPage>
  );
}
