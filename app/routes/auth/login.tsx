import { href, Link, redirect } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { currentPasswordForSignIn, email } from "#app/domain/accounts/schemas.ts";
import { factorCode } from "#app/domain/accounts/secondFactors/schemas.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { FullScreenLoader } from "#app/ui/loading.tsx";
import { PasswordField } from "#app/ui/passwordField.tsx";
import passwords from "#app/ui/passwords.js?raw";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldError, fieldProps, isTicked } from "#app/web/fields.ts";
import { platformContext } from "#app/web/platform.server.ts";
import { InlineModule } from "#app/web/script.tsx";
import { userContext } from "#app/web/session.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/login";
import { AuthPage } from "./authPage.tsx";
import { ChatPreview } from "./chatPreview.tsx";
import checkedForms from "./checkedForms.js?raw";
import { checks } from "./checks.ts";
import { FormErrors } from "./formErrors.tsx";
import { clearOtpEmail, otpCookies, readOtpCookies } from "./otpCookies.server.ts";
import { placeFor } from "./placeFor.ts";

const schema = z.object({
  email,
  password: currentPasswordForSignIn,
  remember: z.boolean().optional(),
  /** Required when strangers have used up the tries of an account. */
  code: factorCode.optional(),
});

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: m.auth_sign_in() }];

export function loader({ request, context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  if (user) throw redirect(placeFor(user, request));
  return { email: readOtpCookies(request).email };
}

export const action = formAction(
  schema,
  async ({ value, api, request }, { context }: Route.ActionArgs) => {
    try {
      const answer = await api("POST /auth/signin", value);
      if (!answer.user) return redirect(`${href("/login/code")}${new URL(request.url).search}`);
      const response = done(placeFor(answer.user, request), m.auth_login_successful_done());
      response.headers.append("set-cookie", clearOtpEmail());
      return response;
    } catch (error) {
      if (error instanceof ApiError && error.code === "auth.unverified") {
        const headers = withToast({ kind: "error", text: error.message });
        const { secureCookies } = context.get(platformContext).config;
        for (const cookie of otpCookies(value.email, { secure: secureCookies }))
          headers.append("set-cookie", cookie);
        return redirect(href("/verify-otp"), { headers });
      }
      throw error;
    }
  },
  { fallback: m.auth_login_unexpected_error },
);

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <AuthPage title={m.auth_login_title()} lead={m.auth_login_lead()} aside={<ChatPreview />}>
      <Form method="post" className="auth-form" noValidate data-checked="" data-loader="loader">
        <FormErrors title={m.auth_sign_in_failed_title()} result={result} />
        <Field
          {...fieldProps(result, "email", loaderData.email)}
          label={m.common_email()}
          type="email"
          autoComplete="username"
          required
          {...checks("email")}
        />
        <PasswordField
          label={m.common_password()}
          name="password"
          id="password"
          autoComplete="current-password"
          required
          error={fieldError(result, "password")}
          {...checks("passwordForSignIn")}
        />
        {fieldError(result, "code") && (
          <Field
            label={m.auth_login_code_label()}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint={m.auth_login_code_hint()}
            error={fieldError(result, "code")}
          />
        )}
        <div className="auth-row">
          <CheckboxField
            label={m.auth_login_remember_label()}
            name="remember"
            defaultChecked={isTicked(result, "remember")}
          />
          <Link className="link" to={href("/forgot-password")}>
            {m.auth_forgot_password()}
          </Link>
        </div>
        <Button data-busy={m.auth_login_signing_in_busy()}>{m.auth_sign_in()}</Button>
      </Form>
      <p className="auth-other">
        {m.auth_login_new_here_text()}{" "}
        <Link className="link" to={href("/signup")}>
          {m.auth_login_sign_up_link()}
        </Link>
      </p>
      <FullScreenLoader id="loader" />
      <InlineModule code={checkedForms} />
      <InlineModule code={`${passwords}\nenhancePasswords(document);`} />
    </AuthPage>
  );
}
