import { isRouteErrorResponse, Link, useLocation, useRouteError } from "react-router";
import { EmptyState } from "./page.tsx";

/**
 * The error boundary of a screen: what went wrong, within the frame, with the way on. A route that exports it as it is
 * gets no `error` from the router, so it asks for the error itself.
 */
export function ScreenError({ error: given }: { error?: unknown }) {
  const thrown = useRouteError();
  const error = given ?? thrown;
  const { pathname, search } = useLocation();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const told = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : "";
  return (
    <EmptyState
      title={missing ? "This is not here" : "This page could not be shown"}
      action={
        <>
          <a className="button button-primary" href={`${pathname}${search}`}>
            Reload Page
          </a>{" "}
          <Link className="button button-quiet" to="/dashboard">
            Overview
          </Link>
        </>
      }
    >
      {told ||
        (missing ? "It may have been deleted." : "Something went wrong on our side. Please try again.")}
    </EmptyState>
  );
}
