import type { UserContext } from "#app/platform/context.ts";
import { changeOf } from "./find.server.ts";

/** The user's pending change of email; null when there is none. */
export async function getEmailChange(ctx: UserContext) {
  const change = await ctx.db.withSystem((tx) => changeOf(tx, ctx.session.userId));
  return { change: change ? { newEmail: change.newEmail } : null };
}
