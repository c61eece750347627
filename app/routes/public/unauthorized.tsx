import { data } from "react-router";
import { userContext } from "#app/middleware/session.server.ts";
import { AuthPage } from "#app/routes/auth/authPage.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/unauthorized";

export const handle = { scripts: false, styles: "auth" };

export const meta: Route.MetaFunction = () => [{ title: "Unauthorized" }];

export function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  return data({ home: user && (user.usertype === "admin" ? "/admin" : "/dashboard") }, { status: 403 });
}

export default function Unauthorized({ loaderData }: Route.ComponentProps) {
  const { home } = loaderData;
  return (
    <AuthPage
      title="Unauthorized"
      lead="Your role does not allow you to open this page. If you need it, ask the owner of your organisation."
    >
      <p className="auth-actions">
        <ButtonLink to={home ?? "/login"}>{home ? "Back to your start page" : "Sign in"}</ButtonLink>
        {home && (
          <ButtonLink variant="secondary" to="/logout">
            Sign in as somebody else
          </ButtonLink>
        )}
      </p>
    </AuthPage>
  );
}
