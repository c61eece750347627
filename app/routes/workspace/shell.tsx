import { Outlet } from "react-router";
import { requireUser } from "#app/middleware/session.server.ts";
import type { Route } from "./+types/shell";

export const middleware: Route.MiddlewareFunction[] = [requireUser];
/** A loader, so that the guard also runs for client-side navigation. */
export function loader() {
  return null;
}
export default function Shell() {
  return <Outlet />;
}
