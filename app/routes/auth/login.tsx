import { useForm } from "@conform-to/react";
import { Link, redirect } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { currentPasswordForSignIn, email } from "#app/domain/users/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext, platformContext } from "#app/middleware/platform.server.ts";
import { userContext } from "#app/middleware/session.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { FullScreenLoader } from "#app/ui/loading.tsx";
import checkedForms from "#app/ui/modules/checkedForms.js?raw";
import passwords from "#app/ui/modules/passwords.js?raw";
import { PasswordField } from "#app/ui/passwordField.tsx";
import { InlineModule } from "#app/ui/script.tsx";
import type { Route } from "./+types/login";
import { AuthPage } from "./authPage.tsx";
import { ChatPreview } from "./chatPreview.tsx";
import { FormErrors } from "./formErrors.tsx";
import { otpCookies } from "./otpCookies.server.ts";
import { placeFor } from "./placeFor.ts";

const schema = z.object({ email, password: currentPasswordForSignIn, remember: z.boolean().optional() });

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: "Sign in" }];

export function loader({ request, context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  if (user) throw redirect(placeFor(user, request));
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  try {
    const answer = await context.get(apiContext)("POST /auth/signin", submission.value);
    if (!answer.user) return redirect(`/login/code${new URL(request.url).search}`);
    return redirect(placeFor(answer.user, request), {
      headers: withToast({ kind: "success", text: "Login successful!" }),
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === "auth.unverified") {
      const headers = withToast({ kind: "error", text: error.message });
      const { secureCookies } = context.get(platformContext).config;
      for (const cookie of otpCookies(submission.value.email, { secure: secureCookies }))
        headers.append("set-cookie", cookie);
      return redirect("/verify-otp", { headers });
    }
    return refuse(submission, error, "An error occurred during login.");
  }
}

export default function Login({ actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof schema>>({ lastResult: actionData?.result });
  return (
    <AuthPage
      title="Welcome back"
      lead="Sign in to your account to see your messages and campaigns."
      aside={<ChatPreview />}
    >
      <Form method="post" className="auth-form" noValidate data-checked="" data-loader="loader">
        <FormErrors
          title="We could not sign you in"
          form={form.errors}
          fields={[
            { id: "email", errors: fields.email.errors },
            { id: "password", errors: fields.password.errors },
          ]}
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
        <PasswordField
          label="Password"
          name="password"
          id="password"
          autoComplete="current-password"
          required
          error={fields.password.errors?.[0]}
          data-missing="Password is required"
          data-min="6"
          data-short="Password must be at least 6 characters"
        />
        <div className="auth-row">
          <CheckboxField
            label="Remember me"
            name="remember"
            defaultChecked={fields.remember.initialValue === "on"}
          />
          <Link className="link" to="/forgot-password">
            Forgot password?
          </Link>
        </div>
        <Button data-busy="Signing in...">Sign in</Button>
      </Form>
      <p className="auth-other">
        New here?{" "}
        <Link className="link" to="/signup">
          Sign up
        </Link>
      </p>
      <FullScreenLoader id="loader" />
      <InlineModule code={checkedForms} />
      <InlineModule code={`${passwords}\nenhancePasswords(document);`} />
    </AuthPage>
  );
}
