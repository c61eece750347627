import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { data, href, Link, redirect } from "react-router";
import { codeDigits } from "#app/domain/accounts/fieldRules.ts";
import { signUpForm } from "#app/domain/accounts/schemas.ts";
import { requiredFieldsMessage } from "#app/domain/accounts/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CheckboxField, Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Honeypot } from "#app/ui/honeypot.tsx";
import { PasswordField } from "#app/ui/passwordField.tsx";
import passwords from "#app/ui/passwords.js?raw";
import { formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldError, fieldProps, isTicked } from "#app/web/fields.ts";
import { isSpam } from "#app/web/honeypot.server.ts";
import { apiContext, platformContext } from "#app/web/platform.server.ts";
import { InlineModule } from "#app/web/script.tsx";
import { userContext } from "#app/web/session.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/signup";
import { AuthPage } from "./authPage.tsx";
import checkedForms from "./checkedForms.js?raw";
import { checks } from "./checks.ts";
import { FormErrors } from "./formErrors.tsx";
import { GoOn, refreshHeaders } from "./goOn.tsx";
import { NameFields, NewPasswordField } from "./newUserFields.tsx";
import { otpCookies } from "./otpCookies.server.ts";
import { SignUpPanel } from "./signUpPanel.tsx";

const schema = signUpForm;

const labels = lazy({
  firstName: m.common_first_name,
  lastName: m.common_last_name,
  businessName: m.common_organisation_name,
  email: m.common_email,
  phoneNumber: m.common_phone,
  password: m.common_password,
  confirmPassword: m.auth_signup_labels_confirm_password,
  agreedToTerms: m.auth_signup_labels_agreed_to_terms,
});

/** The message of a missing field names it; the summary starts with the general message. */
function withLabels(result: FormResult): FormResult {
  const missing = requiredFieldsMessage();
  const errors = Object.entries(result?.error ?? {});
  if (!errors.some(([, texts]) => texts?.[0] === missing)) return result;
  const named = errors.map(([name, texts]) => [
    name,
    texts?.map((text) =>
      text === missing && name in labels
        ? m.auth_signup_required({ labels: labels[name as keyof typeof labels] })
        : text,
    ),
  ]);
  return { ...result, error: { "": [missing], ...Object.fromEntries(named) } };
}

/** The code screen comes after the sign-up. */
const next = { to: href("/verify-otp"), afterMs: 1800 };

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: m.auth_signup_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  // The sign-in page knows the home of each role.
  if (context.get(userContext)) throw redirect(href("/login"));
  const isDone = new URL(request.url).searchParams.has("done");
  const { includedMessages } = await context.get(apiContext)("GET /auth/signup", {});
  return data({ isDone, includedMessages }, isDone ? { headers: refreshHeaders(next) } : undefined);
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const action = formAction(
  schema,
  async ({ value: { confirmPassword: _, ...payload }, form, api }, { context }: Route.ActionArgs) => {
    if (!(await isSpam(form))) await api("POST /auth/signup", payload);
    const headers = withToast({
      kind: "success",
      text: m.auth_signup_registered_done(),
    });
    const { secureCookies } = context.get(platformContext).config;
    for (const cookie of otpCookies(payload.email, { secure: secureCookies }))
      headers.append("set-cookie", cookie);
    return redirect(`${href("/signup")}?done`, { headers });
  },
  { fallback: m.auth_signup_registration_failed },
);

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const result = withLabels(actionData?.result);
  if (loaderData.isDone) return <Done />;

  return (
    <AuthPage
      title={m.auth_signup_title()}
      lead={m.auth_signup_lead({ messages: counted(m.counts_messages, loaderData.includedMessages) })}
      aside={<SignUpPanel />}
    >
      <Form
        method="post"
        className="auth-form"
        noValidate
        data-checked=""
        data-incomplete={requiredFieldsMessage()}
      >
        <FormErrors code={actionData?.code} result={result} />
        <div className="auth-pair">
          <NameFields result={result} />
        </div>
        <Field
          label={m.auth_signup_business_label()}
          {...fieldProps(result, "businessName")}
          autoComplete="organization"
          maxLength={120}
        />
        <Field
          label={m.common_email()}
          type="email"
          {...fieldProps(result, "email")}
          autoComplete="username"
          required
          {...checks("email")}
        />
        <Field
          label={m.auth_signup_phone_optional()}
          type="tel"
          {...fieldProps(result, "phoneNumber")}
          autoComplete="tel"
          {...checks("phoneNumber")}
          hint={m.auth_signup_phone_hint()}
        />
        <Honeypot />
        <NewPasswordField result={result} />
        <PasswordField
          label={m.auth_signup_confirm_password_label()}
          name="confirmPassword"
          id="confirmPassword"
          autoComplete="new-password"
          required
          error={fieldError(result, "confirmPassword")}
          {...checks("confirmPassword")}
        />
        <CheckboxField
          label={<Terms />}
          name="agreedToTerms"
          required
          defaultChecked={isTicked(result, "agreedToTerms")}
          error={fieldError(result, "agreedToTerms")}
          {...checks("agreedToTerms")}
        />
        <Button data-busy={m.auth_signup_creating_account_busy()}>
          {m.auth_signup_create_account_button()}
        </Button>
      </Form>
      <p className="auth-other">
        {m.auth_signup_have_account_text()}{" "}
        <Link className="link" to={href("/login")}>
          {m.auth_sign_in()}
        </Link>
      </p>
      <InlineModule code={checkedForms} />
      <InlineModule code={`${passwords}\nenhancePasswords(document);`} />
    </AuthPage>
  );
}

const Terms = () => (
  <ParaglideMessage
    message={m.auth_signup_terms_label}
    markup={{
      terms: ({ children }) => (
        <Link className="link" to={href("/terms")}>
          {children}
        </Link>
      ),
      privacy: ({ children }) => (
        <Link className="link" to={href("/privacy")}>
          {children}
        </Link>
      ),
    }}
  />
);

function Done() {
  return (
    <AuthPage title={m.auth_check_email()} lead={m.auth_signup_done_lead({ digits: codeDigits })}>
      <ButtonLink to={next.to}>{m.auth_signup_enter_code_link()}</ButtonLink>
      <GoOn {...next} />
    </AuthPage>
  );
}
