import { href, isRouteErrorResponse, Link, useLocation, useRouteError } from "react-router";
import { homeOf } from "#app/platform/roles/accountKinds.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import { EmptyState } from "./page.tsx";

/**
 * The error boundary of the screens: the error, within the frame, with links; for unexpected errors, the texts
 * of the crash screen. A route that exports it directly gets no `error` from the router, so it reads the
 * error itself.
 */
export function ScreenError({ error: given }: { error?: unknown }) {
  const thrown = useRouteError();
  const error = given ?? thrown;
  const { pathname, search } = useLocation();
  const user = useRoot()?.user;
  const near = placeNear(pathname);
  const isBusy = isRouteErrorResponse(error) && error.status === 503;
  const isFinal = isRouteErrorResponse(error) && (error.status === 403 || error.status === 404);
  return (
    <EmptyState
      level={1}
      {...wordsFor(error)}
      action={
        <>
          {!isFinal && (
            <a className="button button-primary" href={`${pathname}${search}`}>
              {isBusy ? m.ui_try_again() : m.ui_reload_page()}
            </a>
          )}{" "}
          {isFinal && near && (
            <Link className="button button-primary" to={near.to}>
              {near.label}
            </Link>
          )}{" "}
          <Link
            className={isFinal && !near ? "button button-primary" : "button button-quiet"}
            to={user ? homeOf(user) : href("/dashboard")}
          >
            {m.common_overview()}
          </Link>
        </>
      }
    />
  );
}

/** The list of the page's neighbours, to continue from. */
const lists = lazy([
  { to: href("/contacts"), label: m.common_all_contacts },
  { to: href("/templates"), label: m.ui_all_templates },
  { to: href("/messaging/broadcasts"), label: m.ui_all_broadcasts },
  { to: href("/messaging"), label: m.ui_all_campaigns },
  { to: href("/chat"), label: m.ui_all_conversations },
  { to: href("/settings/members"), label: m.ui_all_members },
  { to: href("/orders"), label: m.ui_all_orders },
  { to: href("/products"), label: m.ui_all_products },
  { to: href("/payments"), label: m.receipts_filter_all },
  { to: href("/requests"), label: m.ui_all_requests },
  { to: href("/books"), label: m.ui_all_books },
  { to: href("/integrations/mpesa"), label: m.receipts_filter_all_tills },
  { to: href("/whatsapp"), label: m.common_whatsapp_setup },
  { to: href("/developers"), label: m.common_developers },
]);

const placeNear = (pathname: string) => lists.find(({ to }) => pathname.startsWith(`${to}/`));

/** The heading of an error page, which is its title in the browser, too. */
export const titleOfError = (error: unknown) => wordsFor(error).title;

function wordsFor(error: unknown) {
  const response = isRouteErrorResponse(error) ? error : null;
  const detail = typeof response?.data === "string" ? response.data : "";
  if (response?.status === 404)
    return { title: m.ui_page_not_found(), children: detail || m.ui_page_not_found_text() };
  if (response?.status === 403) return { title: m.ui_screen_error_forbidden_title(), children: detail };
  // Overload is temporary, not an error.
  if (response?.status === 503)
    return {
      title: m.ui_page_failed_title(),
      children: (
        <>
          <p>{detail}</p>
          <p>{m.ui_busy_form_hint()}</p>
        </>
      ),
    };
  if (response && response.status < 500) return { title: m.ui_page_failed_title(), children: detail };
  return {
    title: m.ui_something_went_wrong(),
    children: (
      <>
        <p>{m.ui_screen_error_unexpected_text()}</p>
        <p>{detail || (error instanceof Error && error.message)}</p>
      </>
    ),
  };
}
