import { data } from "react-router";
import { may } from "#app/platform/roles/acts.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/managersOnly";

/** Screens for owners and admins only: an agent sees so on opening one. The API also refuses agents. */
export function loader({ context }: Route.LoaderArgs) {
  if (may(context.get(userContext), "organisation.manage")) return null;
  throw data(m.shell_managers_only_text(), {
    status: 403,
  });
}

export { Outlet as default } from "react-router";
