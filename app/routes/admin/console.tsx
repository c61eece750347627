import { href, Outlet } from "react-router";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { requireRole } from "#app/web/session.server.ts";
import { useIsCovered } from "#app/web/useIsCovered.ts";
import { m } from "#messages";
import type { Route } from "./+types/console";

export const middleware: Route.MiddlewareFunction[] = [requireRole("admin")];

const tabs = [
  {
    to: href("/admin"),
    get label() {
      return m.common_overview();
    },
  },
  {
    to: href("/admin/users"),
    get label() {
      return m.admin_users();
    },
  },
  {
    to: href("/admin/billing"),
    get label() {
      return m.common_billing();
    },
  },
  { to: href("/admin/whatsapp"), label: "WhatsApp" },
  {
    to: href("/admin/system"),
    get label() {
      return m.admin_system();
    },
  },
  {
    to: href("/admin/templates"),
    get label() {
      return m.common_templates();
    },
  },
];

/** The frame of the console's tabs, each a route of its own. */
export default function Console() {
  return (
    <>
      <Tabs label={m.admin_administration_2()} items={tabs} inert={useIsCovered()} />
      <Outlet />
    </>
  );
}

export { ScreenError as ErrorBoundary };
