import { useMatches } from "react-router";
import type { RouteHandle } from "./routeHandle.ts";

/** Whether a window, which is a route of its own, covers the page: then nothing behind it can be reached. */
export const useIsCovered = (): boolean =>
  useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.covers === true);
