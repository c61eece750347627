import { href, redirect } from "react-router";
import { isPartner, isStaff } from "#app/platform/roles/accountKinds.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/notMembers";

/** Screens of partners and staff; the API refuses everyone else. */
export function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  if (isPartner(user) || isStaff(user)) return null;
  throw redirect(href("/unauthorized"));
}

export { Outlet as default } from "react-router";
