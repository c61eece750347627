import type { SessionUser } from "#app/middleware/session.server.ts";
import { safePath } from "#app/shared/safePath.ts";

/** Where a signed-in user goes: the attempted place if it is of this site and of their role, else their home. */
export function placeFor(user: Pick<SessionUser, "usertype" | "role">, request: Request): string {
  const isAdmin = user.usertype === "admin";
  // Who was removed from their only organisation still has an account.
  const home = isAdmin ? "/admin" : user.role ? "/dashboard" : "/settings";
  const from = safePath(new URL(request.url).searchParams.get("from"), home);
  const notTheirs = isAdmin ? /^\/(dashboard|login|signin|logout)\b/ : /^\/(admin|login|signin|logout)\b/;
  return notTheirs.test(from) ? home : from;
}
