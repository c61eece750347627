import { href, isRouteErrorResponse, Link, useLocation, useRouteError } from "react-router";
import { isStaff } from "#app/platform/roles.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { EmptyState } from "./page.tsx";

/**
 * The error boundary of a screen: what went wrong, within the frame, with the way on; of the unexpected, the texts of
 * the crash screen. A route that exports it as it is gets no `error` from the router, so it asks for the error itself.
 */
export function ScreenError({ error: given }: { error?: unknown }) {
  const thrown = useRouteError();
  const error = given ?? thrown;
  const { pathname, search } = useLocation();
  const ofStaff = isStaff(useRoot()?.user);
  const near = placeNear(pathname);
  const isFinal = isRouteErrorResponse(error) && (error.status === 403 || error.status === 404);
  return (
    <EmptyState
      level={1}
      {...wordsFor(error)}
      action={
        <>
          {!isFinal && (
            <a className="button button-primary" href={`${pathname}${search}`}>
              Reload Page
            </a>
          )}{" "}
          {isFinal && near && (
            <Link className="button button-primary" to={near.to}>
              {near.label}
            </Link>
          )}{" "}
          <Link
            className={isFinal && !near ? "button button-primary" : "button button-quiet"}
            to={ofStaff ? href("/admin") : href("/dashboard")}
          >
            Overview
          </Link>
        </>
      }
    />
  );
}

/** Where the neighbours of a page are listed, so that who finds nothing goes on from there. */
const lists = [
  { to: href("/contacts"), label: "All contacts" },
  { to: href("/templates"), label: "All templates" },
  { to: href("/messaging/broadcasts"), label: "All broadcasts" },
  { to: href("/messaging"), label: "All campaigns" },
  { to: href("/chat"), label: "All conversations" },
  { to: href("/settings/members"), label: "All members" },
  { to: href("/whatsapp"), label: "WhatsApp Setup" },
  { to: href("/developers"), label: "Developers" },
];

const placeNear = (pathname: string) => lists.find(({ to }) => pathname.startsWith(`${to}/`));

function wordsFor(error: unknown) {
  const response = isRouteErrorResponse(error) ? error : null;
  const told = typeof response?.data === "string" ? response.data : "";
  if (response?.status === 404)
    return { title: "Page not found", children: told || "It may have been deleted." };
  if (response?.status === 403) return { title: "You don't have permission", children: told };
  if (response && response.status < 500) return { title: "This page could not be shown", children: told };
  return {
    title: "Something went wrong.",
    children: (
      <>
        <p>An unexpected error occurred in the application.</p>
        <p>{told || (error instanceof Error && error.message)}</p>
      </>
    ),
  };
}
