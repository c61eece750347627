import { isRouteErrorResponse, Link, useLocation, useRouteError, useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";
import { EmptyState } from "./page.tsx";

/**
 * The error boundary of a screen: what went wrong, within the frame, with the way on; of the unexpected, the texts of
 * the crash screen. A route that exports it as it is gets no `error` from the router, so it asks for the error itself.
 */
export function ScreenError({ error: given }: { error?: unknown }) {
  const thrown = useRouteError();
  const error = given ?? thrown;
  const { pathname, search } = useLocation();
  const isStaff = useRouteLoaderData<typeof loader>("root")?.user?.usertype === "admin";
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
          <Link
            className={isFinal ? "button button-primary" : "button button-quiet"}
            to={isStaff ? "/admin" : "/dashboard"}
          >
            Overview
          </Link>
        </>
      }
    />
  );
}

function wordsFor(error: unknown) {
  const response = isRouteErrorResponse(error) ? error : null;
  const told = typeof response?.data === "string" ? response.data : "";
  if (response?.status === 404)
    return { title: "This is not here", children: told || "It may have been deleted." };
  if (response?.status === 403) return { title: "You may not do this", children: told };
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
