import { createHash } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { signupAttempts } from "#app/db/schema/whatsapp/accounts.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

export const hashState = (state: string): Buffer => createHash("sha256").update(state).digest();

/** The stored result of an embedded signup: the WABA, or the code of the refusal. */
export type Outcome = `connected:${string}` | `refused:${string}`;

const refusedState = () => whatsappError("whatsapp.signup_state");

/**
 * Claims the member's signup attempt, once. Only its `state` identifies it: a response without one may be a
 * link made by an attacker. `claimed: false`: it was claimed before (the page was reloaded), with its outcome
 * so far. @throws DomainError `whatsapp.signup_state` for a missing, foreign, unknown or expired state.
 */
export async function claimAttempt(
  ctx: OrgContext,
  state: string,
): Promise<{ claimed: boolean; stateHash: Buffer; outcome: string | null }> {
  const now = ctx.clock.now();
  const mine = and(
    eq(signupAttempts.orgId, ctx.orgId),
    eq(signupAttempts.userId, userOf(ctx.actor) ?? ""),
    gt(signupAttempts.expiresAt, now),
    eq(signupAttempts.stateHash, hashState(state)),
  );
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [attempt] = await tx.select().from(signupAttempts).where(mine);
    if (!attempt) throw refusedState();
    const taken = await tx
      .update(signupAttempts)
      .set({ usedAt: now })
      .where(
        and(
          eq(signupAttempts.orgId, ctx.orgId),
          eq(signupAttempts.stateHash, attempt.stateHash),
          isNull(signupAttempts.usedAt),
        ),
      )
      .returning({ stateHash: signupAttempts.stateHash });
    return { claimed: taken.length === 1, stateHash: attempt.stateHash, outcome: attempt.outcome };
  });
}

/** Stores the attempt's outcome; `null` reopens it, so that a reload of the page retries. */
export async function closeAttempt(
  tx: Tx,
  { orgId, stateHash, outcome }: { orgId: OrgId; stateHash: Buffer; outcome: Outcome | null },
): Promise<void> {
  await tx
    .update(signupAttempts)
    .set(outcome === null ? { usedAt: null } : { outcome })
    .where(and(eq(signupAttempts.orgId, orgId), eq(signupAttempts.stateHash, stateHash)));
}
