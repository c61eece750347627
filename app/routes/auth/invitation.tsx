import { href } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { firstName, lastName, password } from "#app/domain/accounts/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import passwords from "#app/ui/passwords.js?raw";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { InlineModule } from "#app/web/script.tsx";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/invitation";
import { AuthPage } from "./authPage.tsx";
import checkedForms from "./checkedForms.js?raw";
import { FormErrors } from "./formErrors.tsx";
import { NameFields, NewPasswordField } from "./newUserFields.tsx";

const join = z.object({ intent: z.literal("join") });
const signUp = z.object({ intent: z.literal("sign-up"), firstName, lastName, password });
const schema = z.discriminatedUnion("intent", [join, signUp]);

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: m.auth_invitation_page_title() }];

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
    const known = signIn ? m.auth_invitation_sign_in_to_continue({ problem: error.message }) : error.message;
    const problem = isUnknown ? m.auth_invitation_link_unknown() : known;
    return { invitation: null, problem, signedInAs, login: href("/login") };
  }
}

export const action = formAction(schema, async ({ value, api, request }) => {
  const token = tokenOf(request);
  const newcomer = value.intent === "sign-up" ? { newcomer: value } : {};
  await api("POST /invitation/accept", { token, ...newcomer });
  return done(href("/dashboard"), m.auth_invitation_joined_done());
});

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { invitation, problem, signedInAs, login } = loaderData;
  const result = actionData?.result;
  if (!invitation) {
    return (
      <AuthPage title={m.auth_invitation_title()} lead={problem}>
        <ButtonLink to={signedInAs ? href("/dashboard") : login}>
          {signedInAs ? m.auth_invitation_go_to_overview_link() : m.auth_sign_in()}
        </ButtonLink>
      </AuthPage>
    );
  }
  const { email, businessName } = invitation;
  const role = invitation.role === "admin" ? m.auth_admin() : m.auth_agent();
  const title = m.auth_invitation_join({ businessName });
  if (signedInAs === email) {
    return (
      <AuthPage title={title} lead={m.auth_invitation_lead({ role, email })}>
        <Form method="post" className="auth-form">
          <FormErrors code={actionData?.code} result={result} />
          <Button name="intent" value="join">
            {m.auth_invitation_accept_invitation_button()}
          </Button>
        </Form>
      </AuthPage>
    );
  }
  if (signedInAs) {
    return (
      <AuthPage title={title} lead={m.auth_invitation_other_account_lead({ email, signedInAs })}>
        <ButtonLink to={href("/logout")}>{m.common_sign_out()}</ButtonLink>
      </AuthPage>
    );
  }
  if (invitation.hasAccount) {
    return (
      <AuthPage title={title} lead={m.auth_invitation_sign_in_lead({ role, email })}>
        <ButtonLink to={login}>{m.auth_invitation_sign_in_to_accept_link()}</ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={title} lead={m.auth_invitation_sign_up_lead({ role, email })}>
      <Form method="post" className="auth-form" noValidate data-checked="">
        <FormErrors code={actionData?.code} result={result} />
        <NameFields result={result} />
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <NewPasswordField result={result} />
        <Button name="intent" value="sign-up">
          {m.auth_invitation_accept_invitation_button()}
        </Button>
      </Form>
      <p className="auth-other">{m.auth_invitation_terms_text()}</p>
      <InlineModule code={checkedForms} />
      <InlineModule code={`${passwords}\nenhancePasswords(document);`} />
    </AuthPage>
  );
}
