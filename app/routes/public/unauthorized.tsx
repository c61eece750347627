import { data, href } from "react-router";
import { homeOf } from "#app/platform/roles.ts";
import { AuthPage } from "#app/routes/auth/authPage.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/unauthorized";

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: "Unauthorized" }];

export function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  return data({ home: user && homeOf(user) }, { status: 403 });
}

export default function Unauthorized({ loaderData }: Route.ComponentProps) {
  const { home } = loaderData;
  return (
    <AuthPage
      title="Unauthorized"
      lead="Your role does not allow you to open this page. If you need it, ask the owner of your organisation."
    >
      <p className="auth-actions">
        <ButtonLink to={home ?? href("/login")}>{home ? "Back to your start page" : "Sign in"}</ButtonLink>
        {home && (
          <ButtonLink variant="secondary" to={href("/logout")}>
            Sign in as somebody else
          </ButtonLink>
        )}
      </p>
    </AuthPage>
  );
}
