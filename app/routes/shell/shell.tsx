import { href, Link, Outlet, useLocation, useNavigation } from "react-router";
import type { ApiClient } from "#app/api/client.server.ts";
import { homeOf, isMember, isStaff } from "#app/platform/roles/accountKinds.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { StaffHeader } from "#app/routes/admin/staffHeader.tsx";
import { firstStepsOf } from "#app/routes/insights/firstSteps.server.ts";
import { BrandMark } from "#app/ui/brand.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LoadingBar } from "#app/ui/loading.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFocusAfterNavigation } from "#app/web/focusAfterNavigation.ts";
import { hasNarrowNavigation } from "#app/web/navigation.server.ts";
import { apiContext, platformContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { requireUser, type SessionUser, userContext } from "#app/web/session.server.ts";
import { useIsCovered, useIsFilled } from "#app/web/useIsDeclared.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/shell";
import { type Banner, type Notices, noticesFor } from "./notices.server.ts";
import { type Places, placesFor } from "./places.server.ts";
import { PlaceLink, SideNavigation } from "./sideNavigation.tsx";
import { SupportBanner } from "./supportBanner.tsx";
import { TopBar } from "./topBar.tsx";
import { type Unread, useUnread } from "./unread.ts";

export const middleware: Route.MiddlewareFunction[] = [requireUser];

const noPlaces: Places = { groups: [], testPhone: null };
const nothingUnread: Unread = { unread: 0, waitingConversations: 0, prompts: 0 };

/**
 * The frame of every signed-in screen. Staff get a header of their own, without side navigation and top bar.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  const belongs = isMember(user) && user?.suspension?.level !== "sign_in";
  const api = context.get(apiContext);
  const openAlerts = isStaff(user)
    ? await api("GET /admin/alerts", {}).then(
        ({ open }) => open,
        () => 0,
      )
    : 0;
  const [unread, firstSteps] = belongs
    ? await Promise.all([orThrowPage(api("GET /notifications/unread", {})), nextStepsOf(user, api)])
    : [nothingUnread, null];
  /** What tabs and headers on every page ask for. */
  const mays = {
    privacy: may(user, "privacy.view"),
    money: may(user, "console.money"),
    export: may(user, "console.export"),
  };
  const { config } = context.get(platformContext);
  const places =
    user && !isStaff(user) ? placesFor(user, config.demo && config.sandbox && !user.support) : noPlaces;
  return {
    ...{ isMember: belongs, unread, openAlerts, mays, places },
    notices: user && noticesFor(user, firstSteps),
    narrow: hasNarrowNavigation(request),
  };
}

/** The first steps, for members who can do them. */
async function nextStepsOf(user: SessionUser | null, api: ApiClient) {
  if (!user?.seesFirstSteps || !may(user, "organisation.manage")) return null;
  const answer = await api("GET /get-started", {}).catch(() => null);
  return answer && firstStepsOf(answer.done);
}

export default function Shell({ loaderData }: Route.ComponentProps) {
  const { isMember: belongs, places } = loaderData;
  const root = useRoot();
  const unread = useUnread(loaderData.unread, belongs && !root?.lite);
  const navigation = useNavigation();
  const { pathname, search } = useLocation();
  const isCovered = useIsCovered();
  const isFilled = useIsFilled();
  useFocusAfterNavigation();
  const loading = navigation.state !== "idle" && <LoadingBar />;
  const page = (
    <main id="main" className="page" tabIndex={-1}>
      {loaderData.notices && <AbovePages {...loaderData.notices} />}
      <Outlet />
    </main>
  );
  if (!root?.user || isStaff(root.user)) {
    return (
      <>
        {loading}
        {root?.user && (
          <StaffHeader
            user={root.user}
            brand={root.brand.name}
            openAlerts={loaderData.openAlerts}
            mayExport={loaderData.mays.export}
            inert={isCovered}
          />
        )}
        {page}
      </>
    );
  }
  const { groups, testPhone } = places;
  const narrow = isFilled ? loaderData.narrow.filled : loaderData.narrow.page;
  return (
    <div className={`shell ${narrow ? "shell-narrow" : ""} ${isFilled ? "shell-filled" : ""}`}>
      {loading}
      <aside className="side" aria-label={root.brand.name} inert={isCovered}>
        <div className="hem" />
        <Link to={homeOf(root.user)} className="side-brand" title={root.brand.name}>
          <BrandMark />
          <span className="side-label">{root.brand.name}</span>
        </Link>
        <SideNavigation label={m.shell_main_label()} groups={groups} unread={unread} />
        <div className="side-foot">
          {testPhone && <PlaceLink place={testPhone} isCurrent={pathname === testPhone.to} />}
          <Form method="post" action={href("/navigation")} preventScrollReset>
            <input type="hidden" name="from" value={`${pathname}${search}`} />
            {isFilled && <input type="hidden" name="filled" value="on" />}
            <button
              type="submit"
              name="width"
              value={narrow ? "wide" : "narrow"}
              title={narrow ? m.shell_expand_navigation() : m.shell_collapse_navigation()}
            >
              {narrow ? (
                <Icon name="panel-left-open" size={20} />
              ) : (
                <Icon name="panel-left-close" size={20} />
              )}
              <span className="sr-only">
                {narrow ? m.shell_expand_navigation() : m.shell_collapse_navigation()}
              </span>
            </button>
          </Form>
        </div>
      </aside>
      <div className="shell-body">
        <TopBar
          user={root.lite ? { ...root.user, avatar: null } : root.user}
          unread={unread}
          places={places}
          inert={isCovered}
        />
        {page}
      </div>
    </div>
  );
}

/** Banners above the pages of a workspace. */
function AbovePages({ support, banners }: Notices) {
  const { pathname } = useLocation();
  const isCovered = useIsCovered();
  const isShown = ({ only, not = [] }: Banner) =>
    pathname.startsWith(only ?? "") && !not.some((place) => pathname.startsWith(place));
  return (
    <>
      {support && <SupportBanner {...support} />}
      {banners.filter(isShown).map(({ tone, title, lines, link }) => (
        <div className="above-pages mb-5" key={title} inert={isCovered}>
          <Notice tone={tone} title={title}>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {link && (
              <ButtonLink to={link.to} className="notice-act">
                {link.label}
              </ButtonLink>
            )}
          </Notice>
        </div>
      ))}
    </>
  );
}
