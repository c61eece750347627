import { href, Outlet } from "react-router";
import { lazy } from "#app/platform/text/lazy.ts";
import { useMays } from "#app/routes/shell/useMays.ts";
import type { Tab } from "#app/ui/currentTab.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { requireRole } from "#app/web/session.server.ts";
import { useIsCovered } from "#app/web/useIsDeclared.ts";
import { m } from "#messages";
import type { Route } from "./+types/console";

export const middleware: Route.MiddlewareFunction[] = [requireRole("admin")];

/** Also for an error page, which replaces the tab that would have had its own title. */
export const meta: Route.MetaFunction = () => [{ title: m.admin_administration() }];

const tabs: readonly (Tab & { forMoney?: boolean })[] = lazy([
  { to: href("/admin"), label: m.common_overview, end: true },
  { to: href("/admin/users"), label: m.admin_users },
  { to: href("/admin/billing"), label: m.common_billing, forMoney: true, also: [href("/admin/payments")] },
  { to: href("/admin/whatsapp"), label: "WhatsApp" },
  { to: href("/admin/system"), label: m.admin_system },
  { to: href("/admin/templates"), label: m.common_templates },
]);

/** The frame of the console's tabs, each a route of its own; tabs that a role may not open are hidden. */
export default function Console() {
  const mays = useMays();
  const mine = tabs.filter((tab) => !tab.forMoney || mays?.money);
  return (
    <>
      <Tabs label={m.admin_administration()} items={mine} inert={useIsCovered()} />
      <Outlet />
    </>
  );
}
