import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { Link, Outlet, useLocation, useMatches, useNavigation, useRouteLoaderData } from "react-router";
import { hasNarrowNavigation } from "#app/middleware/navigation.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { requireUser, userContext } from "#app/middleware/session.server.ts";
import type { RouteHandle, loader as rootLoader } from "#app/root.tsx";
import { BrandMark } from "#app/ui/brand.tsx";
import { useFocusAfterNavigation } from "#app/ui/focusAfterNavigation.ts";
import { Form } from "#app/ui/form.tsx";
import { LoadingBar } from "#app/ui/loading.tsx";
import { SideNavigation } from "#app/ui/sideNavigation.tsx";
import { StaffHeader } from "#app/ui/staffHeader.tsx";
import { TopBar } from "#app/ui/topBar.tsx";
import { type Unread, useUnread } from "#app/ui/unread.ts";
import type { Route } from "./+types/shell";

export const middleware: Route.MiddlewareFunction[] = [requireUser];

const nothingUnread: Unread = { unread: 0, unreadConversations: 0 };

/** The frame of every signed-in screen. Staff get a header of their own, without side navigation and top bar. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  const isMember = user?.usertype === "individual" && user.role !== null;
  const unread = isMember
    ? await orErrorPage(context.get(apiContext)("GET /notifications/unread", {}))
    : nothingUnread;
  return { isMember, unread, narrow: hasNarrowNavigation(request) };
}

export default function Shell({ loaderData }: Route.ComponentProps) {
  const { isMember, narrow } = loaderData;
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const unread = useUnread(loaderData.unread, isMember && !root?.lite);
  const navigation = useNavigation();
  const { pathname, search } = useLocation();
  const isCovered = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.covers);
  useFocusAfterNavigation();
  const loading = navigation.state !== "idle" && <LoadingBar />;
  const page = (
    <main id="main" className="page" tabIndex={-1}>
      <Outlet />
    </main>
  );
  if (!root?.user || root.user.usertype === "admin") {
    return (
      <>
        {loading}
        {root?.user && <StaffHeader user={root.user} brand={root.brand.name} />}
        {page}
      </>
    );
  }
  const sandbox = root.demo && root.sandbox;
  return (
    <div className={narrow ? "shell shell-narrow" : "shell"}>
      {loading}
      <aside className="side" inert={isCovered}>
        <div className="hem" />
        <Link to="/dashboard" className="side-brand" title={root.brand.name}>
          <BrandMark />
          <span className="side-label">{root.brand.name}</span>
        </Link>
        <SideNavigation label="Main" sandbox={sandbox} unread={unread} />
        <Form method="post" action="/navigation" className="side-toggle" preventScrollReset>
          <input type="hidden" name="from" value={`${pathname}${search}`} />
          <button
            type="submit"
            name="width"
            value={narrow ? "wide" : "narrow"}
            title={narrow ? "Expand the navigation" : "Collapse the navigation"}
          >
            {narrow ? (
              <PanelLeftOpen size={20} aria-hidden="true" />
            ) : (
              <PanelLeftClose size={20} aria-hidden="true" />
            )}
            <span className="side-label">{narrow ? "Expand" : "Collapse"}</span>
            <span className="sr-only"> the navigation</span>
          </button>
        </Form>
      </aside>
      <div className="shell-body">
        <TopBar
          user={root.lite ? { ...root.user, avatar: null } : root.user}
          unread={unread}
          sandbox={sandbox}
          inert={isCovered}
        />
        {page}
      </div>
    </div>
  );
}
