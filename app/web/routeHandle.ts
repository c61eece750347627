import type { Toast } from "./toast.server.ts";

/** What a route may say of itself in `handle`. */
export interface RouteHandle {
  /** `false`: no script of the platform's, at most an inline module. `none`: no script whatever, and the policy says so. */
  scripts?: false | "none";
  /** `public`: the small stylesheet of the pages that anyone sees; `auth`: that of the pages around the sign-in. */
  styles?: "public" | "auth";
  /** The route is a window over the page: nothing behind it can be reached. */
  covers?: true;
  /** What the route's own answer, its loader's data, tells in a toast. */
  toast?: (loaderData: unknown) => Toast | null;
}
