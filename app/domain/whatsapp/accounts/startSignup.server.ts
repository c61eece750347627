import { and, eq, lt } from "drizzle-orm";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { signupAttempts } from "#app/db/schema/whatsapp/accounts.ts";
import { record } from "#app/domain/record/record.server.ts";
import { signupStarted } from "#app/domain/whatsapp/events.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { randomToken } from "#app/platform/secrets/random.ts";
import { hostedSignupUrl } from "#app/providers/meta/signup.server.ts";
import { hashState } from "./signupState.server.ts";

const attemptLifeMs = 60 * 60_000;

/**
 * Starts an embedded signup for this member. Returns a one-time `state`, valid for an hour and stored as a
 * hash, and the address of Meta's dialog.
 */
export async function startSignup({ ctx }: { ctx: OrgContext }): Promise<{ url: string; state: string }> {
  const state = randomToken(24);
  const now = ctx.clock.now();
  const businessName = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    await tx
      .delete(signupAttempts)
      .where(and(eq(signupAttempts.orgId, ctx.orgId), lt(signupAttempts.expiresAt, now)));
    await tx.insert(signupAttempts).values({
      orgId: ctx.orgId,
      stateHash: hashState(state),
      userId: userOf(ctx.actor) ?? "",
      createdAt: now,
      expiresAt: new Date(now.getTime() + attemptLifeMs),
    });
    await record(tx, ctx, signupStarted, { subject: null, data: {} });
    const [org] = await tx
      .select({ name: organisations.name })
      .from(organisations)
      .where(eq(organisations.id, ctx.orgId));
    return org?.name ?? "";
  });
  return { url: hostedSignupUrl(ctx, state, businessName), state };
}
