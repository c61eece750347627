import type { Tx } from "#app/db/client.server.ts";
import { emailChanges } from "#app/db/schema/accounts/users.ts";
import { emailChangeStarted } from "#app/domain/accounts/events.ts";
import { mailEmailChangeCodeJob } from "#app/domain/accounts/jobs.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import type { UserContext } from "#app/platform/context.ts";
import { endEmailChange } from "./end.server.ts";
import { changeOf, secondsLeft } from "./find.server.ts";

/**
 * Stores a user's new address and emails a code to it; an earlier change ends. The response and its time are
 * the same whether the address has an account or not: a job looks it up. The account is locked and its
 * password checked.
 */
export async function beginEmailChange(
  tx: Tx,
  ctx: UserContext,
  { newEmail }: { newEmail: string },
): Promise<void> {
  const { userId, email } = ctx.session;
  const now = ctx.clock.now();
  const earlier = await changeOf(tx, userId);
  if (earlier?.newEmail === newEmail && secondsLeft(ctx, earlier) > 0) return;
  await endEmailChange(tx, now, userId);
  await tx.insert(emailChanges).values({ userId, newEmail, requestedAt: now, createdAt: now });
  await ctx.jobs.enqueue(mailEmailChangeCodeJob, { userId }, { tx });
  await recordOfUser(tx, ctx, userId, emailChangeStarted, { data: { email, newEmail } });
}
