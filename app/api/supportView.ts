import { apiError } from "#app/api/errors.ts";
import type { SupportView } from "#app/platform/context.ts";
import { type Act, callerOf, inSupportView } from "#app/platform/roles/acts.server.ts";

/**
 * The rules of a workspace opened by staff: read access first, write access after a second step, and some
 * calls never. @throws DomainError `support.hidden`, `support.read_only`, `support.never` (403).
 */
export function refuseInSupportView(act: Act, key: string, { acting }: SupportView): void {
  const allowed = inSupportView(act);
  if (allowed === "look") return;
  const caller = callerOf(act);
  if (caller === "user" || caller === "anyone") throw apiError("support.never");
  if (key.startsWith("GET ")) throw apiError("support.hidden");
  if (!acting) throw apiError("support.read_only");
  if (allowed === "never") throw apiError("support.never:here");
}
