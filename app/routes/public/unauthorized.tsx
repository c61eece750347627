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
    <AuthPage title={m.public_unauthorized()} lead={m.public_your_role_does_not_allow_you()}>
      <p className="auth-actions">
        <ButtonLink to={home ?? href("/login")}>
          {home ? m.public_back_to_your_start_page() : m.public_sign_in_2()}
        </ButtonLink>
        {home && (
          <ButtonLink variant="secondary" to={href("/logout")}>
            {m.public_sign_in_as_somebody_else()}
          </ButtonLink>
        )}
      </p>
    </AuthPage>
  );
}
