import { requireRole } from "#app/web/session.server.ts";
import type { Route } from "./+types/staffOnly";

export const middleware: Route.MiddlewareFunction[] = [requireRole("admin")];

export { Outlet as default } from "react-router";
