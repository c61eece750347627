import { href } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { firstName, lastName, password } from "#app/domain/accounts/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { PasswordField } from "#app/ui/passwordField.tsx";
import passwords from "#app/ui/passwords.js?raw";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldError, fieldProps } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { InlineModule } from "#app/web/script.tsx";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/invitation";
import { AuthPage } from "./authPage.tsx";
import checkedForms from "./checkedForms.js?raw";
import { checks } from "./checks.ts";
import { FormErrors } from "./formErrors.tsx";

const join = z.object({ intent: z.literal("join") });
const signUp = z.object({ intent: z.literal("sign-up"), firstName, lastName, password });
const schema = z.discriminatedUnion("intent", [join, signUp]);

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: m.auth_invitation() }];

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = tokenOf(request);
  const signedInAs = context.get(userContext)?.email ?? null;
  const login = `${href("/login")}?${new URLSearchParams({ from: `${href("/invitation")}?${new URLSearchParams({ token })}` })}`;
  try {
    const invitation = await context.get(apiContext)("GET /invitation", { token });
    return { invitation, problem: "", signedInAs, login };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const isUnknown = error.status === 404 || error.status === 400;
    const signIn = error.code === "invitation.used" && !signedInAs;
    const known = signIn ? m.auth_sign_in_to_go_on({ problem: error.message }) : error.message;
    const problem = isUnknown ? m.auth_this_link_is_not_one_of() : known;
    return { invitation: null, problem, signedInAs, login: href("/login") };
  }
}

export const action = formAction(schema, async ({ value, api, request }) => {
  const token = tokenOf(request);
  const newcomer = value.intent === "sign-up" ? { newcomer: value } : {};
  await api("POST /invitation/accept", { token, ...newcomer });
  return done(href("/dashboard"), m.auth_karibu_you_joined_the_organisation());
});

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { invitation, problem, signedInAs, login } = loaderData;
  const result = actionData?.result;
  if (!invitation) {
    return (
      <AuthPage title={m.auth_this_invitation_does_not_open()} lead={problem}>
        <ButtonLink to={signedInAs ? href("/dashboard") : login}>
          {signedInAs ? m.auth_go_to_the_overview() : m.auth_sign_in()}
        </ButtonLink>
      </AuthPage>
    );
  }
  const { email, businessName } = invitation;
  const role = invitation.role === "admin" ? m.auth_an_admin() : m.auth_an_agent();
  const title = m.auth_join({ businessName });
  if (signedInAs === email) {
    return (
      <AuthPage title={title} lead={m.auth_you_are_invited_as_you_are({ role, email })}>
        <Form method="post" className="auth-form">
          <FormErrors code={actionData?.code} result={result} />
          <Button name="intent" value="join">
            {m.auth_accept_the_invitation()}
          </Button>
        </Form>
      </AuthPage>
    );
  }
  if (signedInAs) {
    return (
      <AuthPage title={title} lead={m.auth_this_invitation_is_for_and_you({ email, signedInAs })}>
        <ButtonLink to={href("/logout")}>{m.auth_sign_out()}</ButtonLink>
      </AuthPage>
    );
  }
  if (invitation.hasAccount) {
    return (
      <AuthPage title={title} lead={m.auth_you_are_invited_as_you_have({ role, email })}>
        <ButtonLink to={login}>{m.auth_sign_in_to_accept()}</ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={title} lead={m.auth_you_are_invited_as_open_your({ role, email })}>
      <Form method="post" className="auth-form" noValidate data-checked="">
        <FormErrors code={actionData?.code} result={result} />
        <Field
          {...fieldProps(result, "firstName")}
          label={m.common_first_name()}
          autoComplete="given-name"
          maxLength={80}
          required
          {...checks("firstName")}
        />
        <Field
          {...fieldProps(result, "lastName")}
          label={m.common_last_name()}
          autoComplete="family-name"
          maxLength={80}
          required
          {...checks("lastName")}
        />
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          label={m.auth_password()}
          name="password"
          id="password"
          autoComplete="new-password"
          required
          meter
          hint={m.auth_at_least_8_characters()}
          error={fieldError(result, "password")}
          {...checks("password")}
        />
        <Button name="intent" value="sign-up">
          {m.auth_accept_the_invitation()}
        </Button>
      </Form>
      <p className="auth-other">{m.auth_by_joining_you_agree_to_the()}</p>
      <InlineModule code={checkedForms} />
      <InlineModule code={`${passwords}\nenhancePasswords(document);`} />
    </AuthPage>
  );
}
