import { href, Outlet } from "react-router";
import type { StaffRole } from "#app/platform/context.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { ScreenError } from "#app/ui/screenError.tsx";
import { type Tab, Tabs } from "#app/ui/tabs.tsx";
import { requireRole } from "#app/web/session.server.ts";
import { useIsCovered } from "#app/web/useIsCovered.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/console";

export const middleware: Route.MiddlewareFunction[] = [requireRole("admin")];

/** Also for an error page, which replaces the tab that would have had its own title. */
export const meta: Route.MetaFunction = () => [{ title: m.admin_administration_2() }];

const withMoney: readonly StaffRole[] = ["finance", "owner"];

const tabs: readonly (Tab & { for?: readonly StaffRole[] })[] = lazy([
  { to: href("/admin"), label: m.common_overview, end: true },
  { to: href("/admin/users"), label: m.admin_users },
  { to: href("/admin/billing"), label: m.common_billing, for: withMoney, also: [href("/admin/payments")] },
  { to: href("/admin/whatsapp"), label: "WhatsApp" },
  { to: href("/admin/system"), label: m.admin_system },
  { to: href("/admin/templates"), label: m.common_templates },
]);

/** The frame of the console's tabs, each a route of its own; tabs that a role may not open are hidden. */
export default function Console() {
  const role = useRoot()?.user?.staffRole;
  const mine = tabs.filter((tab) => !tab.for || (role && tab.for.includes(role)));
  return (
    <>
      <Tabs label={m.admin_administration_2()} items={mine} inert={useIsCovered()} />
      <Outlet />
    </>
  );
}

export { ScreenError as ErrorBoundary };
