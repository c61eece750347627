import { data } from "react-router";
import { isManager } from "#app/platform/roles.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/managersOnly";

/** Screens for owners and admins only: an agent sees so on opening one. The API also refuses agents. */
export function loader({ context }: Route.LoaderArgs) {
  if (isManager(context.get(userContext))) return null;
  throw data(m.shell_owners_and_admins_of_your_organisation(), {
    status: 403,
  });
}

export { Outlet as default } from "react-router";
export { ScreenError as ErrorBoundary } from "#app/ui/screenError.tsx";
