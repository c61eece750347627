import { emailChangeGivenUp } from "#app/domain/accounts/events.ts";
import { lockOwnAccount } from "#app/domain/accounts/lock.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import type { UserContext } from "#app/platform/context.ts";
import { endEmailChange } from "./end.server.ts";
import { changeOf } from "./find.server.ts";

/**
 * Cancels the user's pending change of email; their address stays. Idempotent. @throws DomainError
 * `auth.required` (401) when the session was ended in the meantime.
 */
export async function cancelEmailChange({ ctx }: { ctx: UserContext }): Promise<Record<string, never>> {
  await ctx.db.withSystem(async (tx) => {
    const user = await lockOwnAccount(tx, ctx.session);
    const change = await changeOf(tx, user.id);
    if (!change) return;
    await endEmailChange(tx, ctx.clock.now(), user.id);
    await recordOfUser(tx, ctx, user.id, emailChangeGivenUp, {
      data: { email: user.email, newEmail: change.newEmail },
    });
  });
  return {};
}
