import { data, href, Link } from "react-router";
import { z } from "zod";
import { resetLinkPromised, resetLinkTtlMinutes } from "#app/domain/accounts/oneTimeCodes/schemas.ts";
import { email } from "#app/domain/accounts/schemas.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Honeypot } from "#app/ui/honeypot.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { isSpam } from "#app/web/honeypot.server.ts";
import { InlineModule } from "#app/web/script.tsx";
import { m } from "#messages";
import type { Route } from "./+types/forgotPassword";
import { AuthPage } from "./authPage.tsx";
import checkedForms from "./checkedForms.js?raw";
import { checks } from "./checks.ts";
import { FormErrors } from "./formErrors.tsx";

const schema = z.object({ email });

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: m.auth_forgot_password_page_title() }];

export const action = formAction(schema, async ({ value, form, api }) => {
  const { message } = (await isSpam(form))
    ? { message: resetLinkPromised() }
    : await api("POST /auth/forgot-password", value);
  return data({ result: undefined, code: undefined, sent: message });
});

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const sent = actionData && "sent" in actionData ? actionData.sent : undefined;
  return (
    <AuthPage
      title={m.auth_forgot_password()}
      lead={m.auth_forgot_password_lead({ minutes: resetLinkTtlMinutes })}
    >
      {sent ? (
        <Notice tone="good" title={m.auth_check_email()}>
          {sent}
        </Notice>
      ) : (
        <Form method="post" className="auth-form" noValidate data-checked="">
          <FormErrors code={actionData?.code} result={result} />
          <Field
            {...fieldProps(result, "email")}
            label={m.common_email()}
            type="email"
            autoComplete="username"
            required
            {...checks("email")}
          />
          <Honeypot />
          <Button data-busy={m.auth_forgot_password_sending_busy()}>
            {m.auth_forgot_password_send_link_button()}
          </Button>
        </Form>
      )}
      <p className="auth-other">
        <Link className="link" to={href("/login")}>
          {m.auth_forgot_password_back_to_sign_in()}
        </Link>
      </p>
      <InlineModule code={checkedForms} />
    </AuthPage>
  );
}
