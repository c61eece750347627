import { href, Outlet } from "react-router";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { requireRole } from "#app/web/session.server.ts";
import { useIsCovered } from "#app/web/useIsCovered.ts";
import type { Route } from "./+types/console";

export const middleware: Route.MiddlewareFunction[] = [requireRole("admin")];

const tabs = [
  { to: href("/admin"), label: "Overview" },
  { to: href("/admin/users"), label: "Users" },
  { to: href("/admin/billing"), label: "Billing" },
  { to: href("/admin/whatsapp"), label: "WhatsApp" },
  { to: href("/admin/system"), label: "System" },
  { to: href("/admin/templates"), label: "Templates" },
];

/** The frame of the console's tabs, each a route of its own. */
export default function Console() {
  return (
    <>
      <Tabs label="Administration" items={tabs} inert={useIsCovered()} />
      <Outlet />
    </>
  );
}

export { ScreenError as ErrorBoundary };
