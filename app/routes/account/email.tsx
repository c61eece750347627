import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, redirect } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { otp } from "#app/domain/accounts/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { refusalTitle } from "#app/ui/refusalTitle.ts";
import { ScreenError } from "#app/ui/screenError.tsx";
import { formAction } from "#app/web/action.server.ts";
import { useAuth } from "#app/web/auth.ts";
import { fieldError, problemsOf } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/email";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("confirm"), otp }),
  z.object({ intent: z.literal("resend") }),
  z.object({ intent: z.literal("give-up") }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.account_confirm_your_new_email() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { change } = await orThrowPage(context.get(apiContext)("GET /profile/email", {}));
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
        return leave(href("/profile"), m.account_your_email_is_now({ email }));
      }
      case "resend": {
        const { email } = await api("POST /profile/email/resend", {});
        return leave(href("/profile/email"), m.account_a_new_code_is_on_its({ email }));
      }
      case "give-up":
        await api("DELETE /profile/email", {});
        return leave(href("/profile"), m.account_your_email_stays_as_it_is());
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
        title={m.account_confirm_your_new_email()}
        actions={
          <ButtonLink to={href("/profile")} variant="quiet">
            {m.account_back_to_profile()}
          </ButtonLink>
        }
      />
      <Card>
        <p className="mb-5">
          <ParaglideMessage
            message={m.account_enter_the_6_digit_code_that}
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
            label={m.account_verification_code()}
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            required
            error={error}
            hint={m.account_no_mail_look_into_the_spam()}
          />
          <div className="row-actions">
            <Button name="intent" value="confirm">
              {m.account_change_the_email()}
            </Button>
            <Button name="intent" value="resend" variant="secondary">
              {m.account_send_a_new_code()}
            </Button>
            <Button name="intent" value="give-up" variant="quiet">
              {m.account_keep_the_old_email()}
            </Button>
          </div>
        </Form>
      </Card>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
