import { useForm } from "@conform-to/react";
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
import { apiContext } from "#app/web/platform.server.ts";
import { InlineModule } from "#app/web/script.tsx";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/invitation";
import { AuthPage } from "./authPage.tsx";
import checkedForms from "./checkedForms.js?raw";
import { checks } from "./checks.ts";
import { FormErrors } from "./formErrors.tsx";

const join = z.object({ intent: z.literal("join") });
const signUp = z.object({ intent: z.literal("sign-up"), firstName, lastName, password });
const schema = z.discriminatedUnion("intent", [join, signUp]);

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: "Invitation" }];

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
    const next = error.code === "invitation.used" && !signedInAs ? " Sign in to go on." : "";
    const problem = isUnknown
      ? "This link is not one of ours, or a newer mail replaced it. Open the link of the newest mail."
      : `${error.message}${next}`;
    return { invitation: null, problem, signedInAs, login: href("/login") };
  }
}

export const action = formAction(schema, async ({ value, api, request }) => {
  const token = tokenOf(request);
  const newcomer = value.intent === "sign-up" ? { newcomer: value } : {};
  await api("POST /invitation/accept", { token, ...newcomer });
  return done(href("/dashboard"), "Karibu! You joined the organisation.");
});

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { invitation, problem, signedInAs, login } = loaderData;
  const [form, fields] = useForm<z.input<typeof signUp>>({ lastResult: actionData?.result });
  if (!invitation) {
    return (
      <AuthPage title="This invitation does not open" lead={problem}>
        <ButtonLink to={signedInAs ? href("/dashboard") : login}>
          {signedInAs ? "Go to the overview" : "Sign in"}
        </ButtonLink>
      </AuthPage>
    );
  }
  const { email, businessName } = invitation;
  const role = invitation.role === "admin" ? "an admin" : "an agent";
  const title = `Join ${businessName}`;
  if (signedInAs === email) {
    return (
      <AuthPage title={title} lead={`You are invited as ${role}. You are signed in as ${email}.`}>
        <Form method="post" className="auth-form">
          <FormErrors code={actionData?.code} form={form.errors} fields={[]} />
          <Button name="intent" value="join">
            Accept the invitation
          </Button>
        </Form>
      </AuthPage>
    );
  }
  if (signedInAs) {
    return (
      <AuthPage
        title={title}
        lead={`This invitation is for ${email}, and you are signed in as ${signedInAs}. Sign out, then open the link of the mail again.`}
      >
        <ButtonLink to={href("/logout")}>Sign out</ButtonLink>
      </AuthPage>
    );
  }
  if (invitation.hasAccount) {
    return (
      <AuthPage
        title={title}
        lead={`You are invited as ${role}. You have an account: sign in as ${email} to accept.`}
      >
        <ButtonLink to={login}>Sign in to accept</ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={title}
      lead={`You are invited as ${role}. Open your account for ${email}; no code is needed, the mail was enough.`}
    >
      <Form method="post" className="auth-form" noValidate data-checked="">
        <FormErrors
          code={actionData?.code}
          form={form.errors}
          fields={[
            { id: "firstName", errors: fields.firstName.errors },
            { id: "lastName", errors: fields.lastName.errors },
            { id: "password", errors: fields.password.errors },
          ]}
        />
        <Field
          label="First name"
          name="firstName"
          autoComplete="given-name"
          maxLength={80}
          required
          {...checks("firstName")}
          defaultValue={fields.firstName.initialValue}
          error={fields.firstName.errors?.[0]}
        />
        <Field
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          maxLength={80}
          required
          {...checks("lastName")}
          defaultValue={fields.lastName.initialValue}
          error={fields.lastName.errors?.[0]}
        />
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          label="Password"
          name="password"
          id="password"
          autoComplete="new-password"
          required
          meter
          hint="At least 8 characters"
          error={fields.password.errors?.[0]}
          {...checks("password")}
        />
        <Button name="intent" value="sign-up">
          Join {businessName}
        </Button>
      </Form>
      <p className="auth-other">By joining you agree to the Terms of Service and the Privacy Policy below.</p>
      <InlineModule code={checkedForms} />
      <InlineModule code={`${passwords}\nenhancePasswords(document);`} />
    </AuthPage>
  );
}
