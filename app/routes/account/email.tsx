import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, redirect } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { codeDigits } from "#app/domain/accounts/fieldRules.ts";
import { codeTtlMinutes, resendPauseSeconds } from "#app/domain/accounts/oneTimeCodes/schemas.ts";
import { otp } from "#app/domain/accounts/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { refusalTitle } from "#app/ui/refusalTitle.ts";
import { formAction } from "#app/web/action.server.ts";
import { useAuth } from "#app/web/auth.ts";
import { fieldError, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/email";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("confirm"), otp }),
  z.object({ intent: z.literal("resend") }),
  z.object({ intent: z.literal("give-up") }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.account_email_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { change } = await pageApi(context)("GET /profile/email", {});
  if (!change) throw redirect(href("/profile"));
  return { newEmail: change.newEmail };
}

export const action = formAction(schema, async ({ value, api }) => {
  const leave = (to: string, text: string, kind: "success" | "error" = "success") =>
    redirect(to, { headers: withToast({ kind, text }) });
  try {
    switch (value.intent) {
      case "confirm": {
        const { email } = await api("POST /profile/email/confirm", { otp: value.otp });
        return leave(href("/profile"), m.account_email_confirmed_done({ email }));
      }
      case "resend": {
        const { email } = await api("POST /profile/email/resend", {});
        return leave(href("/profile/email"), m.account_email_resent_done({ email }));
      }
      case "give-up":
        await api("DELETE /profile/email", {});
        return leave(href("/profile"), m.account_email_kept_done());
    }
  } catch (error) {
    // Nothing is left to do on this page.
    const isOver = error instanceof ApiError && /^email_change\./.test(error.code);
    if (isOver) return leave(href("/profile"), error.message, "error");
    throw error;
  }
});

export default function ProfileEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { user } = useAuth();
  const result = actionData?.result;
  const error = fieldError(result, "otp");
  return (
    <div className="max-w-xl">
      <PageHeader
        title={m.account_email_page_title()}
        actions={
          <ButtonLink to={href("/profile")} variant="quiet">
            {m.account_back_to_profile_link()}
          </ButtonLink>
        }
      />
      <Card>
        <p className="mb-5">
          <ParaglideMessage
            message={m.account_email_code_text}
            inputs={{ digits: codeDigits, minutes: codeTtlMinutes }}
            markup={{
              strong: () => <strong className="wrap-anywhere">{loaderData.newEmail}</strong>,
              email: () => <span className="wrap-anywhere">{user?.email}</span>,
            }}
          />
        </p>
        <Form method="post" className="grid gap-5" noValidate>
          <ErrorSummary
            {...(error ? {} : { title: refusalTitle(actionData?.code) })}
            errors={problemsOf(result)}
          />
          <Field
            label={m.common_verification_code()}
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            required
            error={error}
            hint={m.account_email_code_hint({ seconds: resendPauseSeconds })}
          />
          <div className="row-actions">
            <Button name="intent" value="confirm">
              {m.account_email_change_email_button()}
            </Button>
            <Button name="intent" value="resend" variant="secondary">
              {m.account_email_send_new_code_button()}
            </Button>
            <Button name="intent" value="give-up" variant="quiet">
              {m.account_email_keep_current_email_button()}
            </Button>
          </div>
        </Form>
      </Card>
    </div>
  );
}
