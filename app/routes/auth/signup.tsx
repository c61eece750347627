import { useForm } from "@conform-to/react";
import { data, href, Link, redirect } from "react-router";
import type { z } from "zod";
import { signUpForm } from "#app/domain/accounts/schemas.ts";
import { requiredFieldsMessage } from "#app/domain/accounts/words.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CheckboxField, Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Honeypot } from "#app/ui/honeypot.tsx";
import { PasswordField } from "#app/ui/passwordField.tsx";
import passwords from "#app/ui/passwords.js?raw";
import { formAction } from "#app/web/action.server.ts";
import { isSpam } from "#app/web/honeypot.server.ts";
import { platformContext } from "#app/web/platform.server.ts";
import { InlineModule } from "#app/web/script.tsx";
import { userContext } from "#app/web/session.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/signup";
import { AuthPage } from "./authPage.tsx";
import checkedForms from "./checkedForms.js?raw";
import { checks } from "./checks.ts";
import { FormErrors } from "./formErrors.tsx";
import { GoOn, refreshHeaders } from "./goOn.tsx";
import { otpCookies } from "./otpCookies.server.ts";
import { SignUpPanel } from "./signUpPanel.tsx";

const schema = signUpForm;

const labels = {
  firstName: "First name",
  lastName: "Last name",
  businessName: "Business or organisation name",
  email: "Email",
  phoneNumber: "Phone",
  password: "Password",
  confirmPassword: "Confirmation",
  agreedToTerms: "Agreement",
} as const;
type FieldName = keyof typeof labels;

/** After the sign-up the code is asked for. */
const next = { to: href("/verify-otp"), afterMs: 1800 };

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: "Create an account" }];

export function loader({ request, context }: Route.LoaderArgs) {
  // The sign-in page knows where each role goes.
  if (context.get(userContext)) throw redirect(href("/login"));
  const isDone = new URL(request.url).searchParams.has("done");
  return data({ isDone }, isDone ? { headers: refreshHeaders(next) } : undefined);
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const action = formAction(
  schema,
  async ({ value: { confirmPassword: _, ...payload }, form, api }, { context }: Route.ActionArgs) => {
    if (!(await isSpam(form))) await api("POST /auth/signup", payload);
    const headers = withToast({
      kind: "success",
      text: "Registration Successful! Please check your email for the verification OTP.",
    });
    const { secureCookies } = context.get(platformContext).config;
    for (const cookie of otpCookies(payload.email, { secure: secureCookies }))
      headers.append("set-cookie", cookie);
    return redirect(`${href("/signup")}?done`, { headers });
  },
  "Registration failed. Please try again.",
);

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof schema>>({ lastResult: actionData?.result });
  if (loaderData.isDone) return <Done />;

  const errorOf = (name: FieldName) => {
    const message = fields[name].errors?.[0];
    return message === requiredFieldsMessage ? `${labels[name]} is required` : message;
  };
  const names = Object.keys(labels) as FieldName[];
  const someMissing = names.some((name) => fields[name].errors?.[0] === requiredFieldsMessage);
  const states = names.map((id) => {
    const error = errorOf(id);
    return { id, errors: error === undefined ? undefined : [error] };
  });
  const text = (name: "firstName" | "lastName" | "email" | "phoneNumber" | "businessName") => ({
    name,
    defaultValue: fields[name].initialValue,
    error: errorOf(name),
  });
  return (
    <AuthPage
      title="Create your account"
      lead="Start free: 1,000 messages a month are included."
      aside={<SignUpPanel />}
    >
      <Form
        method="post"
        className="auth-form"
        noValidate
        data-checked=""
        data-incomplete={requiredFieldsMessage}
      >
        <FormErrors
          code={actionData?.code}
          form={someMissing ? [requiredFieldsMessage, ...(form.errors ?? [])] : form.errors}
          fields={states}
        />
        <div className="auth-pair">
          <Field
            label="First name"
            {...text("firstName")}
            autoComplete="given-name"
            maxLength={80}
            required
            {...checks("firstName")}
          />
          <Field
            label="Last name"
            {...text("lastName")}
            autoComplete="family-name"
            maxLength={80}
            required
            {...checks("lastName")}
          />
        </div>
        <Field
          label="Business or organisation name (optional)"
          {...text("businessName")}
          autoComplete="organization"
          maxLength={120}
        />
        <Field
          label="Email"
          type="email"
          {...text("email")}
          autoComplete="username"
          required
          {...checks("email")}
        />
        <Field
          label="Phone (optional)"
          type="tel"
          {...text("phoneNumber")}
          autoComplete="tel"
          {...checks("phoneNumber")}
          hint="For example 0712 345 678"
        />
        <Honeypot />
        <PasswordField
          label="Password"
          name="password"
          id="password"
          autoComplete="new-password"
          required
          meter
          hint="At least 8 characters"
          error={errorOf("password")}
          {...checks("password")}
        />
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          id="confirmPassword"
          autoComplete="new-password"
          required
          error={errorOf("confirmPassword")}
          {...checks("confirmPassword")}
        />
        <CheckboxField
          label={
            <>
              I agree to the{" "}
              <Link className="link" to={href("/terms")}>
                Terms of Service
              </Link>{" "}
              and the{" "}
              <Link className="link" to={href("/privacy")}>
                Privacy Policy
              </Link>
            </>
          }
          name="agreedToTerms"
          required
          defaultChecked={fields.agreedToTerms.initialValue === "on"}
          error={errorOf("agreedToTerms")}
          {...checks("agreedToTerms")}
        />
        <Button data-busy="Creating account...">Create Account</Button>
      </Form>
      <p className="auth-other">
        Already have an account?{" "}
        <Link className="link" to={href("/login")}>
          Sign in
        </Link>
      </p>
      <InlineModule code={checkedForms} />
      <InlineModule code={`${passwords}\nenhancePasswords(document);`} />
    </AuthPage>
  );
}

function Done() {
  return (
    <AuthPage title="Check your email" lead="We have sent you a 6-digit code. The next page asks for it.">
      <ButtonLink to={next.to}>Enter the code</ButtonLink>
      <GoOn {...next} />
    </AuthPage>
  );
}
