import { redirect, redirectDocument } from "react-router";
import { apiContext } from "#app/middleware/platform.server.ts";
import { userContext } from "#app/middleware/session.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { withoutValues } from "#app/shared/describeError.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import type { Route } from "./+types/logout";
import { AuthPage } from "./authPage.tsx";

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: "Sign out" }];

export function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  if (!user) throw redirect("/signin");
  return { home: user.usertype === "admin" ? "/admin" : "/dashboard" };
}

export async function action({ request, context }: Route.ActionArgs) {
  try {
    await context.get(apiContext)("POST /auth/logout", {});
  } catch (error) {
    console.error("Logout failed", withoutValues(error));
    return redirect(new URL(request.url).pathname, {
      headers: withToast({ kind: "error", text: "You are still signed in. Please try again." }),
    });
  }
  return redirectDocument("/signin");
}

export default function Logout({ loaderData }: Route.ComponentProps) {
  return (
    <AuthPage title="Sign out?" lead="Drafts and running campaigns stay as they are.">
      <Form method="post" className="auth-actions">
        <Button>Logout</Button>
        <ButtonLink variant="secondary" to={loaderData.home}>
          Stay signed in
        </ButtonLink>
      </Form>
    </AuthPage>
  );
}
