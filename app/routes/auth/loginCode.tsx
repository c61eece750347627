import { href, Link, redirect } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { factorCode } from "#app/domain/accounts/secondFactors/schemas.ts";
import { pendingCookieName, readCookie } from "#app/platform/http/cookies.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldError } from "#app/web/fields.ts";
import { userContext } from "#app/web/session.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/loginCode";
import { AuthPage } from "./authPage.tsx";
import { ChatPreview } from "./chatPreview.tsx";
import { FormErrors } from "./formErrors.tsx";
import { placeFor } from "./placeFor.ts";

const schema = z.object({ code: factorCode });

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: m.auth_login_code_enter_code() }];

const loginWith = (request: Request) => `${href("/login")}${new URL(request.url).search}`;

export function loader({ request, context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  if (user) throw redirect(placeFor(user, request));
  if (!readCookie(request.headers.get("cookie"), pendingCookieName)) throw redirect(loginWith(request));
  return { login: loginWith(request) };
}

export const action = formAction(schema, async ({ value, api, request }) => {
  try {
    const { user } = await api("POST /auth/second-factor", value);
    return done(placeFor(user, request), m.auth_login_successful_done());
  } catch (error) {
    if (error instanceof ApiError && error.code === "auth.second_factor_expired") {
      return redirect(loginWith(request), { headers: withToast({ kind: "error", text: error.message }) });
    }
    throw error;
  }
});

export default function LoginCode({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <AuthPage title={m.auth_login_code_enter_code()} lead={m.auth_login_code_lead()} aside={<ChatPreview />}>
      <Form method="post" className="auth-form" noValidate>
        <FormErrors title={m.auth_sign_in_failed_title()} result={result} />
        <Field
          label={m.auth_login_code_label()}
          name="code"
          maxLength={60}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint={m.auth_login_code_field_hint()}
          error={fieldError(result, "code")}
        />
        <Button>{m.auth_sign_in()}</Button>
      </Form>
      <p className="auth-other">
        {m.auth_login_code_not_you_text()}{" "}
        <Link className="link" to={loaderData.login}>
          {m.common_start_again()}
        </Link>
      </p>
    </AuthPage>
  );
}
