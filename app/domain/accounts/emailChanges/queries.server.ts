import type { UserContext } from "#app/platform/context.ts";
import { changeOf } from "./find.server.ts";

/** The change of the user's e-mail that waits for its code; null where none is under way. */
export async function getEmailChange(ctx: UserContext) {
  const change = await ctx.db.withSystem((tx) => changeOf(tx, ctx.session.userId));
  return { change: change ? { newEmail: change.newEmail } : null };
}
