import { href, redirect, redirectDocument } from "react-router";
import { homeOf } from "#app/platform/roles/accountKinds.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { apiContext, platformContext } from "#app/web/platform.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/logout";
import { AuthPage } from "./authPage.tsx";

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: m.common_sign_out() }];

export function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  if (!user) throw redirect(href("/signin"));
  return { home: homeOf(user) };
}

export async function action({ request, context }: Route.ActionArgs) {
  try {
    await context.get(apiContext)("POST /auth/logout", {});
  } catch (error) {
    const { log, requestId } = context.get(platformContext);
    log.error({ requestId, err: error }, "Logout failed");
    return redirect(new URL(request.url).pathname, {
      headers: withToast({ kind: "error", text: m.auth_logout_failed() }),
    });
  }
  return redirectDocument(href("/signin"));
}

export default function Logout({ loaderData }: Route.ComponentProps) {
  return (
    <AuthPage title={m.auth_logout_title()} lead={m.auth_logout_lead()}>
      <Form method="post" className="auth-actions">
        <Button>{m.common_logout()}</Button>
        <ButtonLink variant="secondary" to={loaderData.home}>
          {m.auth_logout_stay_signed_in_link()}
        </ButtonLink>
      </Form>
    </AuthPage>
  );
}
