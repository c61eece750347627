import { useEffect, useRef } from "react";
import { data, href, Link, redirectDocument, useNavigation } from "react-router";
import { leastPassword } from "#app/domain/accounts/fieldRules.ts";
import { changePasswordInput } from "#app/domain/accounts/schemas.ts";
import { passwordStrength } from "#app/platform/forms/passwordStrength.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { PasswordField } from "#app/ui/passwordField.tsx";
import { enhancePasswords } from "#app/ui/passwords.js";
import { formAction } from "#app/web/action.server.ts";
import { fieldError, problemsOf } from "#app/web/fields.ts";
import { userContext } from "#app/web/session.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/password";

const schema = changePasswordInput;

export const meta: Route.MetaFunction = () => [{ title: m.common_change_password() }];

export function loader({ context }: Route.LoaderArgs) {
  // The form would be for the owner's password, which support never changes.
  if (context.get(userContext)?.support) throw data(m.account_password_support_error(), { status: 403 });
  return null;
}

export const action = formAction(
  schema,
  async ({ value, api }) => {
    const { message } = await api("POST /auth/change-password", value);
    return redirectDocument(href("/change-password"), {
      headers: withToast({ kind: "success", text: message }),
    });
  },
  {
    // Browsers without script see the strength of the chosen password in the response.
    refused({ answer, form }) {
      const chosen = String(form.get("newPassword") ?? "");
      const strength = chosen ? passwordStrength(chosen) : undefined;
      return data({ ...answer.data, strength }, answer.init ?? undefined);
    },
  },
);

const labels = lazy({
  currentPassword: m.account_current_password,
  newPassword: m.common_new_password,
  confirmPassword: m.common_confirm_new_password,
});

export default function ChangePassword({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const isSaving = useNavigation().state === "submitting";
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => (page.current ? enhancePasswords(page.current) : undefined), []);
  const field = (name: keyof typeof labels) => ({
    id: name,
    name,
    label: labels[name],
    error: fieldError(result, name),
    required: true,
  });
  return (
    <div ref={page}>
      <PageHeader
        title={m.common_change_password()}
        description={m.account_password_lead()}
        actions={
          <Link className="link" to={href("/profile")}>
            {m.account_back_to_profile_link()}
          </Link>
        }
      />
      <Card className="max-w-xl">
        <Form method="post" className="grid gap-5" noValidate>
          <ErrorSummary errors={problemsOf(result)} />
          <PasswordField {...field("currentPassword")} autoComplete="current-password" />
          <PasswordField
            {...field("newPassword")}
            autoComplete="new-password"
            hint={m.common_password_length_hint({ least: leastPassword })}
            meter
            strength={actionData?.strength}
          />
          <PasswordField {...field("confirmPassword")} autoComplete="new-password" />
          <div>
            <Button disabled={isSaving}>{isSaving ? m.common_saving() : m.common_change_password()}</Button>
          </div>
        </Form>
      </Card>
    </div>
  );
}
