import { titleOfError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/screens";

/** The title of an error page; each screen has its own, or its frame's. */
export const meta: Route.MetaFunction = ({ error, matches }) =>
  error ? [{ title: titleOfError(error) }] : (matches.at(-2)?.meta ?? []);

/** The screens within a frame: the error of one is shown in its place, and the frame stays. */
export { Outlet as default } from "react-router";
export { ScreenError as ErrorBoundary } from "#app/ui/screenError.tsx";
