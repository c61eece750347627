import { data, href } from "react-router";
import { homeOf } from "#app/platform/roles/accountKinds.ts";
import { AuthPage } from "#app/routes/auth/authPage.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/unauthorized";

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: m.public_unauthorized() }];

export function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  return data({ home: user && homeOf(user) }, { status: 403 });
}

export default function Unauthorized({ loaderData }: Route.ComponentProps) {
  const { home } = loaderData;
  return (
    <AuthPage title={m.public_unauthorized()} lead={m.public_unauthorized_lead()}>
      <p className="auth-actions">
        <ButtonLink to={home ?? href("/login")}>
          {home ? m.public_unauthorized_back_to_start_page() : m.public_unauthorized_sign_in_link()}
        </ButtonLink>
        {home && (
          <ButtonLink variant="secondary" to={href("/logout")}>
            {m.public_unauthorized_other_account_link()}
          </ButtonLink>
        )}
      </p>
    </AuthPage>
  );
}
