import { href, Link } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { resetPasswordForm } from "#app/domain/accounts/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { PasswordField } from "#app/ui/passwordField.tsx";
import passwords from "#app/ui/passwords.js?raw";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldError } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { InlineModule } from "#app/web/script.tsx";
import { m } from "#messages";
import type { Route } from "./+types/resetPassword";
import { AuthPage } from "./authPage.tsx";
import checkedForms from "./checkedForms.js?raw";
import { checks } from "./checks.ts";
import { FormErrors } from "./formErrors.tsx";
import { NewPasswordField } from "./newUserFields.tsx";

const schema = resetPasswordForm;

const deadLink = () => m.auth_reset_password_link_dead();

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: m.auth_reset_password_page_title() }];

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** `problem` is why there is no form; empty when the link is valid. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = tokenOf(request);
  if (!token) return { problem: m.auth_reset_password_link_missing() };
  try {
    const { isValid } = await context.get(apiContext)("GET /auth/reset-password", { token });
    return { problem: isValid ? "" : deadLink() };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { problem: error.status === 429 ? error.message : deadLink() };
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
  const result = actionData?.result;
  if (loaderData.problem) {
    return (
      <AuthPage title={m.auth_reset_password_page_title()} lead={loaderData.problem}>
        <ButtonLink to={href("/forgot-password")}>{m.auth_reset_password_request_link()}</ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={m.auth_reset_password_page_title()} lead={m.auth_reset_password_lead()}>
      <Form method="post" className="auth-form" noValidate data-checked="">
        <FormErrors code={actionData?.code} result={result} />
        <NewPasswordField result={result} isReset />
        <PasswordField
          label={m.common_confirm_new_password()}
          name="confirmPassword"
          id="confirmPassword"
          autoComplete="new-password"
          required
          error={fieldError(result, "confirmPassword")}
          {...checks("confirmNewPassword")}
        />
        <Button data-busy={m.common_saving()}>{m.auth_reset_password_save_new_password()}</Button>
      </Form>
      <p className="auth-other">
        {m.auth_reset_password_link_expired_text()}{" "}
        <Link className="link" to={href("/forgot-password")}>
          {m.auth_reset_password_request_new_one_link()}
        </Link>
      </p>
      <InlineModule code={checkedForms} />
      <InlineModule code={`${passwords}\nenhancePasswords(document);`} />
    </AuthPage>
  );
}
