import { useForm } from "@conform-to/react";
import { data, href, Link, redirect } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { email, otp } from "#app/domain/accounts/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { readSubmission } from "#app/web/form.server.ts";
import { apiContext, platformContext } from "#app/web/platform.server.ts";
import { InlineModule } from "#app/web/script.tsx";
import { refuse } from "#app/web/submission.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/verifyOtp";
import { AuthPage } from "./authPage.tsx";
import { checks } from "./checks.ts";
import countdown from "./countdown.js?raw";
import { FormErrors } from "./formErrors.tsx";
import { GoOn, refreshHeaders } from "./goOn.tsx";
import otpBoxes from "./otpBoxes.js?raw";
import { forgetOtpCookies, otpCookies, readOtpCookies } from "./otpCookies.server.ts";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("verify"), email, otp }),
  z.object({ intent: z.literal("resend"), email }),
]);

/** After the verification comes the sign-in. */
const next = { to: href("/login"), afterMs: 1500 };

/** Value of `done` where a password has to be chosen first, with a link from a mail. */
const passwordLink = "link";

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: "Verify your email" }];

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
          throw new ApiError(400, { message: "Verification failed", code: "otp.wrong", requestId: "" });
        const headers = passwordLinkSent ? new Headers() : withToast({ kind: "success", text: message });
        for (const cookie of forgetOtpCookies()) headers.append("set-cookie", cookie);
        return redirect(`${href("/verify-otp")}?done${passwordLinkSent ? `=${passwordLink}` : ""}`, {
          headers,
        });
      } catch (error) {
        return refuse(submission, error, "Verification failed. Please try again.");
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
        return refuse(submission, error, "Failed to resend OTP");
      }
    }
  }
}

export default function VerifyOtp({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<{ intent: string; email: string; otp: string }>({
    lastResult: actionData?.result,
  });
  if (loaderData.done === passwordLink) return <ChoosePassword />;
  if (loaderData.done !== null) {
    return (
      <AuthPage title="Email verified" lead="Your account is open. The next page is the sign-in.">
        <ButtonLink to={next.to}>Sign in</ButtonLink>
        <GoOn {...next} />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Verify Email"
      lead={
        loaderData.email ? (
          <>
            Enter the 6-digit code that we sent to <strong>{loaderData.email}</strong>.
          </>
        ) : (
          "Enter your email address and the 6-digit code that we sent to it."
        )
      }
    >
      <Form method="post" className="auth-form" noValidate>
        <FormErrors
          code={actionData?.code}
          form={form.errors}
          fields={[
            { id: "email", errors: fields.email.errors },
            { id: "otp", errors: fields.otp.errors },
          ]}
        />
        {loaderData.email ? (
          <input type="hidden" name="email" value={loaderData.email} />
        ) : (
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={fields.email.initialValue}
            error={fields.email.errors?.[0]}
          />
        )}
        <Field
          label={<span id="otp-label">Verification code</span>}
          name="otp"
          className="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
          error={fields.otp.errors?.[0]}
          {...checks("otp")}
        />
        <Button name="intent" value="verify">
          Verify Account
        </Button>
        <p className="auth-resend">
          No code yet? Look into the spam folder too. A new code can be requested 30 seconds after the last
          one.{" "}
          <button
            type="submit"
            className="link"
            name="intent"
            value="resend"
            data-seconds={loaderData.secondsLeft}
          >
            Resend OTP
          </button>
        </p>
      </Form>
      <p className="auth-other">
        Wrong address?{" "}
        <Link className="link" to={href("/signup")}>
          Sign up again
        </Link>
      </p>
      <InlineModule code={otpBoxes} />
      <InlineModule code={countdown} />
    </AuthPage>
  );
}

function ChoosePassword() {
  return (
    <AuthPage
      title="Email verified"
      lead="The sign-up form was filled in more than once with your address, so one thing is left: your password."
    >
      <Notice tone="good" title="Check your email">
        We have mailed you a link to choose your password. It works for 30 minutes.
      </Notice>
      <p className="auth-other">
        No mail?{" "}
        <Link className="link" to={href("/forgot-password")}>
          Send another link
        </Link>
      </p>
    </AuthPage>
  );
}
