import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { data, href, Link, redirect } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { email, otp } from "#app/domain/accounts/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { fieldError, fieldProps } from "#app/web/fields.ts";
import { readSubmission } from "#app/web/form.server.ts";
import { apiContext, platformContext } from "#app/web/platform.server.ts";
import { InlineModule } from "#app/web/script.tsx";
import { refuse } from "#app/web/submission.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/verifyOtp";
import { AuthPage } from "./authPage.tsx";
import { checks } from "./checks.ts";
import countdown from "./countdown.js?raw";
import { FormErrors } from "./formErrors.tsx";
import { GoOn, refreshHeaders } from "./goOn.tsx";
import otpBoxes from "./otpBoxes.js?raw";
import { clearOtpCookies, otpCookies, readOtpCookies } from "./otpCookies.server.ts";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("verify"), email, otp }),
  z.object({ intent: z.literal("resend"), email }),
]);

/** The sign-in comes after the verification. */
const next = { to: href("/login"), afterMs: 1500 };

/** Value of `done` when a password must be chosen first, by an emailed link. */
const passwordLink = "link";

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: m.auth_verify_your_email() }];

export function loader({ request }: Route.LoaderArgs) {
  const done = new URL(request.url).searchParams.get("done");
  const goesOn = done !== null && done !== passwordLink;
  return data({ done, ...readOtpCookies(request) }, goesOn ? { headers: refreshHeaders(next) } : undefined);
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  const { value } = submission;
  const api = context.get(apiContext);
  switch (value.intent) {
    case "verify": {
      try {
        const { isVerified, message, passwordLinkSent } = await api("POST /auth/verify-otp", {
          email: value.email,
          otp: value.otp,
        });
        if (!isVerified)
          throw new ApiError(400, {
            message: m.auth_verification_failed(),
            code: "otp.wrong",
            requestId: "",
          });
        const headers = passwordLinkSent ? new Headers() : withToast({ kind: "success", text: message });
        for (const cookie of clearOtpCookies()) headers.append("set-cookie", cookie);
        return redirect(`${href("/verify-otp")}?done${passwordLinkSent ? `=${passwordLink}` : ""}`, {
          headers,
        });
      } catch (error) {
        return refuse(submission, error, m.auth_verification_failed_please_try_again());
      }
    }
    case "resend": {
      try {
        const { message } = await api("POST /auth/resend-otp", { email: value.email });
        const headers = withToast({ kind: "success", text: message });
        const { secureCookies } = context.get(platformContext).config;
        for (const cookie of otpCookies(value.email, { secure: secureCookies }))
          headers.append("set-cookie", cookie);
        return redirect(href("/verify-otp"), { headers });
      } catch (error) {
        return refuse(submission, error, m.auth_failed_to_resend_otp());
      }
    }
  }
}

export default function VerifyOtp({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  if (loaderData.done === passwordLink) return <ChoosePassword />;
  if (loaderData.done !== null) {
    return (
      <AuthPage title={m.auth_email_verified()} lead={m.auth_your_account_is_open_the_next()}>
        <ButtonLink to={next.to}>{m.auth_sign_in()}</ButtonLink>
        <GoOn {...next} />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={m.auth_verify_email()}
      lead={
        loaderData.email ? (
          <ParaglideMessage
            message={m.auth_enter_the_6_digit_code_that}
            markup={{ strong: () => <strong>{loaderData.email}</strong> }}
          />
        ) : (
          m.auth_enter_your_email_address_and_the()
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
          label={<span id="otp-label">{m.auth_verification_code()}</span>}
          name="otp"
          className="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
          error={fieldError(result, "otp")}
          {...checks("otp")}
          data-digit={m.auth_digit_of_6({ digit: "%" })}
        />
        <Button name="intent" value="verify">
          {m.auth_verify_account()}
        </Button>
        <p className="auth-resend">
          {m.auth_no_code_yet_look_into_the()}{" "}
          <button
            type="submit"
            className="link"
            name="intent"
            value="resend"
            data-seconds={loaderData.secondsLeft}
            data-later={m.auth_resend_otp_in_s({ left: "%" })}
          >
            {m.auth_resend_otp()}
          </button>
        </p>
      </Form>
      <p className="auth-other">
        {m.auth_wrong_address()}{" "}
        <Link className="link" to={href("/signup")}>
          {m.auth_sign_up_again()}
        </Link>
      </p>
      <InlineModule code={otpBoxes} />
      <InlineModule code={countdown} />
    </AuthPage>
  );
}

function ChoosePassword() {
  return (
    <AuthPage title={m.auth_email_verified()} lead={m.auth_the_sign_up_form_was_filled()}>
      <Notice tone="good" title={m.auth_check_your_email()}>
        {m.auth_we_have_mailed_you_a_link()}
      </Notice>
      <p className="auth-other">
        {m.auth_no_mail()}{" "}
        <Link className="link" to={href("/forgot-password")}>
          {m.auth_send_another_link()}
        </Link>
      </p>
    </AuthPage>
  );
}
