import { href, Outlet, useMatches } from "react-router";
import { isPartner, isStaff } from "#app/platform/roles/accountKinds.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import type { RouteHandle } from "#app/web/routeHandle.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/frame";

/** Also for an error page, which replaces the screen that would have had its own title. */
export const meta: Route.MetaFunction = () => [{ title: m.partners_frame_revenue_share() }];

const [overview, partners, transactions, settlements] = lazy([
  { to: href("/revenue-share"), label: m.common_overview },
  { to: href("/revenue-share/partners"), label: m.partners_list_title },
  { to: href("/revenue-share/transactions"), label: m.common_transactions },
  { to: href("/revenue-share/settlements"), label: m.partners_settlements },
]);

/**
 * The frame of the tabs: staff have all, partners those of their own share, members of organisations none.
 */
export default function RevenueShareFrame() {
  const user = useRoot()?.user;
  const isCovered = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.covers);
  const tabs = isPartner(user)
    ? [overview, transactions, settlements]
    : [overview, partners, transactions, settlements];
  return (
    <>
      {(isStaff(user) || isPartner(user)) && (
        <Tabs label={m.partners_frame_revenue_share()} items={tabs} inert={isCovered} />
      )}
      <Outlet />
    </>
  );
}
