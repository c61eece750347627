import { data } from "react-router";
import { AuthPage } from "#app/routes/auth/authPage.tsx";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { formAction, noFields } from "#app/web/action.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/unsubscribe";

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [
  { title: m.public_unsubscribe_title() },
  { name: "robots", content: "noindex" },
];

/** Ends a member's weekly report by the signed address in it: by the button, or by one click in an email program (RFC 8058). */
export const action = formAction(
  noFields,
  async ({ api }, { params: { token } }: Route.ActionArgs) => {
    await api("POST /weekly-report/unsubscribe", { token });
    return { text: m.public_unsubscribe_done() };
  },
  {
    refused: ({ error }) => {
      const text = error && error.status !== 404 ? error.message : m.public_unsubscribe_unknown();
      return data({ text }, error?.status ?? 400);
    },
  },
);

/** Asks first: email programs open addresses before a person clicks. */
export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  return (
    <AuthPage
      title={m.public_unsubscribe_title()}
      lead={actionData ? actionData.text : m.public_unsubscribe_lead()}
    >
      {!actionData && (
        <Form method="post" className="auth-actions">
          <Button>{m.public_unsubscribe_button()}</Button>
        </Form>
      )}
    </AuthPage>
  );
}

export { ScreenError as ErrorBoundary };
