import { useForm } from "@conform-to/react";
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
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/email";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("confirm"), otp }),
  z.object({ intent: z.literal("resend") }),
  z.object({ intent: z.literal("give-up") }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Confirm your new email" }];

export async function loader({ context }: Route.LoaderArgs) {
  const { change } = await orErrorPage(context.get(apiContext)("GET /profile/email", {}));
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
        return leave(href("/profile"), `Your email is now ${email}.`);
      }
      case "resend": {
        const { email } = await api("POST /profile/email/resend", {});
        return leave(href("/profile/email"), `A new code is on its way to ${email}.`);
      }
      case "give-up":
        await api("DELETE /profile/email", {});
        return leave(href("/profile"), "Your email stays as it is.");
    }
  } catch (error) {
    // Nothing is left on this page to be done.
    const isOver = error instanceof ApiError && /^email_change\./.test(error.code);
    if (isOver) return leave(href("/profile"), error.message, "error");
    throw error;
  }
});

export default function ProfileEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { user } = useAuth();
  const [form, fields] = useForm<{ intent: string; otp: string }>({ lastResult: actionData?.result });
  const error = fields.otp.errors?.[0];
  return (
    <div className="max-w-xl">
      <PageHeader
        title="Confirm your new email"
        actions={
          <ButtonLink to={href("/profile")} variant="quiet">
            Back to profile
          </ButtonLink>
        }
      />
      <Card>
        <p className="mb-5">
          Enter the 6-digit code that we mailed to{" "}
          <strong className="wrap-anywhere">{loaderData.newEmail}</strong>. It works for 10 minutes. Until
          then you sign in as <span className="wrap-anywhere">{user?.email}</span>.
        </p>
        <Form method="post" className="grid gap-5" noValidate>
          <ErrorSummary
            {...(error ? {} : { title: refusalTitle(actionData?.code) })}
            errors={[
              ...(form.errors ?? []).map((text) => ({ text })),
              ...(error ? [{ id: "otp", text: error }] : []),
            ]}
          />
          <Field
            label="Verification code"
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            required
            error={error}
            hint="No mail? Look into the spam folder too. A new code can be requested 30 seconds after the last one."
          />
          <div className="row-actions">
            <Button name="intent" value="confirm">
              Change the email
            </Button>
            <Button name="intent" value="resend" variant="secondary">
              Send a new code
            </Button>
            <Button name="intent" value="give-up" variant="quiet">
              Keep the old email
            </Button>
          </div>
        </Form>
      </Card>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
