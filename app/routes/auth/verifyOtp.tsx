import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { data, href, Link, redirect } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { codeDigits } from "#app/domain/accounts/fieldRules.ts";
import { resendPauseSeconds, resetLinkTtlMinutes } from "#app/domain/accounts/oneTimeCodes/schemas.ts";
import { email, otp } from "#app/domain/accounts/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formAction } from "#app/web/action.server.ts";
import { fieldError, fieldProps } from "#app/web/fields.ts";
import { platformContext } from "#app/web/platform.server.ts";
import { InlineModule } from "#app/web/script.tsx";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/verifyOtp";
import { AuthPage } from "./authPage.tsx";
import { checks } from "./checks.ts";
import countdown from "./countdown.js?raw";
import { FormErrors } from "./formErrors.tsx";
import { GoOn, refreshHeaders } from "./goOn.tsx";
import otpBoxes from "./otpBoxes.js?raw";
import { clearOtpPause, otpCookies, readOtpCookies } from "./otpCookies.server.ts";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("verify"), email, otp }),
  z.object({ intent: z.literal("resend"), email }),
]);

/** The sign-in comes after the verification. */
const next = { to: href("/login"), afterMs: 1500 };

/** Value of `done` when a password must be chosen first, by an emailed link. */
const passwordLink = "link";

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: m.auth_verify_otp_page_title() }];

export function loader({ request }: Route.LoaderArgs) {
  const done = new URL(request.url).searchParams.get("done");
  const goesOn = done !== null && done !== passwordLink;
  return data({ done, ...readOtpCookies(request) }, goesOn ? { headers: refreshHeaders(next) } : undefined);
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const action = formAction(
  schema,
  async ({ value, api }, { context }: Route.ActionArgs) => {
    switch (value.intent) {
      case "verify": {
        const { isVerified, message, passwordLinkSent } = await api("POST /auth/verify-otp", {
          email: value.email,
          otp: value.otp,
        });
        if (!isVerified)
          throw new ApiError(400, {
            message: m.auth_verify_otp_verification_failed_text(),
            code: "otp.wrong",
            requestId: "",
          });
        const headers = passwordLinkSent ? new Headers() : withToast({ kind: "success", text: message });
        headers.append("set-cookie", clearOtpPause());
        return redirect(`${href("/verify-otp")}?done${passwordLinkSent ? `=${passwordLink}` : ""}`, {
          headers,
        });
      }
      case "resend": {
        const { message } = await api("POST /auth/resend-otp", { email: value.email });
        const headers = withToast({ kind: "success", text: message });
        const { secureCookies } = context.get(platformContext).config;
        for (const cookie of otpCookies(value.email, { secure: secureCookies }))
          headers.append("set-cookie", cookie);
        return redirect(href("/verify-otp"), { headers });
      }
    }
  },
  {
    fallback: ({ intent }) =>
      intent === "verify" ? m.auth_verify_otp_failed() : m.auth_verify_otp_resend_failed(),
  },
);

export default function VerifyOtp({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  if (loaderData.done === passwordLink) return <ChoosePassword />;
  if (loaderData.done !== null) {
    return (
      <AuthPage title={m.common_email_verified()} lead={m.auth_verify_otp_done_lead()}>
        <ButtonLink to={next.to}>{m.auth_sign_in()}</ButtonLink>
        <GoOn {...next} />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={m.auth_verify_otp_title()}
      lead={
        loaderData.email ? (
          <ParaglideMessage
            message={m.auth_verify_otp_email_lead}
            inputs={{ digits: codeDigits }}
            markup={{ strong: () => <strong>{loaderData.email}</strong> }}
          />
        ) : (
          m.auth_verify_otp_lead({ digits: codeDigits })
        )
      }
    >
      <Form method="post" className="auth-form" noValidate>
        <FormErrors code={actionData?.code} result={result} />
        {loaderData.email ? (
          <input type="hidden" name="email" value={loaderData.email} />
        ) : (
          <Field
            {...fieldProps(result, "email")}
            label={m.common_email()}
            type="email"
            autoComplete="username"
            required
          />
        )}
        <Field
          label={<span id="otp-label">{m.common_verification_code()}</span>}
          name="otp"
          className="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
          error={fieldError(result, "otp")}
          {...checks("otp")}
          data-digit={m.auth_verify_otp_digit_label({ digit: "%", digits: codeDigits })}
        />
        <Button name="intent" value="verify">
          {m.auth_verify_otp_verify_account_button()}
        </Button>
        <p className="auth-resend">
          {m.auth_verify_otp_spam_text({ seconds: resendPauseSeconds })}{" "}
          <button
            type="submit"
            className="link"
            name="intent"
            value="resend"
            data-seconds={loaderData.secondsLeft}
            data-later={m.auth_verify_otp_resend_wait({ left: "%" })}
          >
            {m.auth_verify_otp_resend_otp_button()}
          </button>
        </p>
      </Form>
      <p className="auth-other">
        {m.auth_verify_otp_wrong_email_text()}{" "}
        <Link className="link" to={href("/signup")}>
          {m.auth_verify_otp_sign_up_again_link()}
        </Link>
      </p>
      <InlineModule code={otpBoxes} />
      <InlineModule code={countdown} />
    </AuthPage>
  );
}

function ChoosePassword() {
  return (
    <AuthPage title={m.common_email_verified()} lead={m.auth_verify_otp_choose_password_lead()}>
      <Notice tone="good" title={m.auth_check_email()}>
        {m.auth_verify_otp_password_link_sent({ minutes: resetLinkTtlMinutes })}
      </Notice>
      <p className="auth-other">
        {m.auth_verify_otp_no_email_text()}{" "}
        <Link className="link" to={href("/forgot-password")}>
          {m.auth_verify_otp_send_link_again_link()}
        </Link>
      </p>
    </AuthPage>
  );
}
