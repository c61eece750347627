import type { UserContext } from "#app/api/context.ts";
import { lockOwnAccount } from "#app/domain/users/lock.server.ts";
import { recordUserActivity } from "#app/domain/users/recordUserActivity.server.ts";
import { endEmailChange } from "./end.server.ts";
import { changeOf } from "./find.server.ts";

/**
 * Ends the change of the user's e-mail that is under way; their address stays. Without one there is nothing to do.
 * @throws DomainError `auth.required` (401) when the session was ended meanwhile.
 */
export async function giveUpEmailChange({ ctx }: { ctx: UserContext }): Promise<Record<string, never>> {
  await ctx.db.withSystem(async (tx) => {
    const user = await lockOwnAccount(tx, ctx.session);
    const change = await changeOf(tx, user.id);
    if (!change) return;
    await endEmailChange(tx, ctx.clock.now(), user.id);
    await recordUserActivity(tx, ctx, user.id, {
      type: "security",
      action: "Email change given up",
      details: `${user.email} stays; ${change.newEmail} was not confirmed`,
    });
  });
  return {};
}
