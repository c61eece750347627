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

const schema = resetPasswordForm;

const deadLink = () => m.auth_this_link_is_not_valid_any();

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: m.auth_choose_a_new_password() }];

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** `problem` is why there is no form; empty when the link is valid. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = tokenOf(request);
  if (!token) return { problem: m.auth_this_page_opens_with_the_link() };
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
      <AuthPage title={m.auth_choose_a_new_password()} lead={loaderData.problem}>
        <ButtonLink to={href("/forgot-password")}>{m.auth_request_a_link()}</ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={m.auth_choose_a_new_password()} lead={m.auth_you_will_be_signed_out_everywhere()}>
      <Form method="post" className="auth-form" noValidate data-checked="">
        <FormErrors code={actionData?.code} result={result} />
        <PasswordField
          label={m.auth_new_password()}
          name="password"
          id="password"
          autoComplete="new-password"
          required
          meter
          hint={m.auth_at_least_8_characters()}
          error={fieldError(result, "password")}
          {...checks("newPassword")}
        />
        <PasswordField
          label={m.auth_confirm_new_password()}
          name="confirmPassword"
          id="confirmPassword"
          autoComplete="new-password"
          required
          error={fieldError(result, "confirmPassword")}
          {...checks("confirmNewPassword")}
        />
        <Button data-busy={m.auth_saving()}>{m.auth_save_the_new_password()}</Button>
      </Form>
      <p className="auth-other">
        {m.auth_link_too_old()}{" "}
        <Link className="link" to={href("/forgot-password")}>
          {m.auth_request_a_new_one()}
        </Link>
      </p>
      <InlineModule code={checkedForms} />
      <InlineModule code={`${passwords}\nenhancePasswords(document);`} />
    </AuthPage>
  );
}
