import type { Toast } from "./toast.server.ts";

/** What a route may declare in `handle`. */
export interface RouteHandle {
  /**
   * `false`: no script of the platform's, at most an inline module. `none`: no script at all, and the policy
   * says so.
   */
  scripts?: false | "none";
  /** `public`: the small stylesheet of public pages; `auth`: that of the pages around the sign-in. */
  styles?: "public" | "auth";
  /** The route is a window over the page: nothing behind it can be reached. */
  covers?: true;
  /** The screen fills the window, its parts scroll, and the navigation next to it is narrow at first. */
  fills?: true;
  /** A second skip link, to a part of a screen with many. */
  skipTo?: { id: string; label: () => string };
  /** The toast from the route's loader data. */
  toast?: (loaderData: unknown) => Toast | null;
}
