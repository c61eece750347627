import { useForm } from "@conform-to/react";
import { href, Link, redirect } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { factorCode } from "#app/domain/accounts/secondFactors/schemas.ts";
import { readCookie } from "#app/platform/cookies.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/loginCode";
import { AuthPage } from "./authPage.tsx";
import { ChatPreview } from "./chatPreview.tsx";
import { FormErrors } from "./formErrors.tsx";
import { placeFor } from "./placeFor.ts";

const schema = z.object({ code: factorCode });

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: "Enter your code" }];

const loginWith = (request: Request) => `${href("/login")}${new URL(request.url).search}`;

export function loader({ request, context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  if (user) throw redirect(placeFor(user, request));
  if (!readCookie(request.headers.get("cookie"), "tarishi_pending")) throw redirect(loginWith(request));
  return { login: loginWith(request) };
}

export const action = formAction(schema, async ({ value, api, request }) => {
  try {
    const { user } = await api("POST /auth/second-factor", value);
    return done(placeFor(user, request), "Login successful!");
  } catch (error) {
    if (error instanceof ApiError && error.code === "auth.second_factor_expired") {
      return redirect(loginWith(request), { headers: withToast({ kind: "error", text: error.message }) });
    }
    throw error;
  }
});

export default function LoginCode({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof schema>>({ lastResult: actionData?.result });
  return (
    <AuthPage
      title="Enter your code"
      lead="Your password is right. Now open your authenticator app and enter the code it shows."
      aside={<ChatPreview />}
    >
      <Form method="post" className="auth-form" noValidate>
        <FormErrors
          title="We could not sign you in"
          form={form.errors}
          fields={[{ id: "code", errors: fields.code.errors }]}
        />
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint="Six digits. Phone lost? Enter one of your backup codes."
          error={fields.code.errors?.[0]}
        />
        <Button>Sign in</Button>
      </Form>
      <p className="auth-other">
        Not you?{" "}
        <Link className="link" to={loaderData.login}>
          Start again
        </Link>
      </p>
    </AuthPage>
  );
}
