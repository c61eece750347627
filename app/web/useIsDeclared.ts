import { useMatches } from "react-router";
import type { RouteHandle } from "./routeHandle.ts";

const useIsDeclared = (name: "covers" | "fills"): boolean =>
  useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.[name] === true);

/** Whether a window, which is a route of its own, covers the page: then nothing behind it can be reached. */
export const useIsCovered = (): boolean => useIsDeclared("covers");

/** Whether the screen fills the window. */
export const useIsFilled = (): boolean => useIsDeclared("fills");
