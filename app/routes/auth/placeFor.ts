import { safePath } from "#app/platform/http/safePath.ts";
import { homeOf, isPartner, isStaff } from "#app/platform/roles/accountKinds.ts";
import type { SessionUser } from "#app/web/session.server.ts";

/**
 * Where a signed-in user goes: the attempted place if it is on this site and for their role, else their home.
 */
export function placeFor(user: Pick<SessionUser, "usertype" | "role">, request: Request): string {
  const home = homeOf(user);
  const from = safePath(new URL(request.url).searchParams.get("from"), home);
  if (isPartner(user)) return /^\/(revenue-share|profile|change-password)\b/.test(from) ? from : home;
  const notTheirs = isStaff(user)
    ? /^\/(dashboard|login|signin|logout)\b/
    : /^\/(admin|login|signin|logout)\b/;
  return notTheirs.test(from) ? home : from;
}
