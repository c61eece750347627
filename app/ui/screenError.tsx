import { isRouteErrorResponse, Link, useLocation } from "react-router";
import { EmptyState } from "./page.tsx";

/** The error boundary of a screen: what went wrong, within the frame, with the way on. */
export function ScreenError({ error }: { error: unknown }) {
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
