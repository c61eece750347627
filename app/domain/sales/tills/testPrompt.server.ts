import { type CheckResult, tills } from "#app/db/schema/sales/tills.ts";
import { record } from "#app/domain/record/record.server.ts";
import { tillTested } from "#app/domain/sales/events.ts";
import type { Call } from "#app/platform/context.ts";
import { tillUrl } from "./addresses.ts";
import { tried } from "./check.server.ts";
import { factsOfTill, findTill, lockConnected, ofTill } from "./find.server.ts";
import { darajaOf } from "./keys.server.ts";

/** What a test prompt's address has in place of a prompt's id. */
export const testSubject = "test";
export const testCents = 100;
/** The account of its payment. */
export const testReference = "TEST";

/**
 * Sends a prompt of KES 1 to a member's phone. Its callback says whether the pair of numbers is right; the shilling
 * arrives at the till and waits in the work list. @throws DomainError `till.not_found`, `till.removed`, `till.no_keys`
 */
export async function testTill({
  ctx,
  input: { tillId, phone },
}: Call<{ tillId: string; phone: string }>): Promise<CheckResult> {
  const { orgId } = ctx;
  const till = await ctx.db.withOrg(orgId, (tx) => findTill(tx, orgId, tillId));
  const daraja = darajaOf(ctx, till);
  const at = ctx.clock.now().toISOString();
  const sent = await tried(at, () =>
    daraja.stkPush(
      {
        amountKes: testCents / 100,
        phone,
        accountReference: testReference,
        description: testReference,
        callbackUrl: tillUrl(ctx.config, "prompts", { orgId, tillId, subject: testSubject }),
      },
      orgId,
    ),
  );
  return ctx.db.withOrg(orgId, async (tx) => {
    const current = await lockConnected(tx, orgId, tillId);
    // Its callback can be faster.
    const known = current.checks.prompt;
    const answered = known && known.state !== "waiting" && known.at >= at ? known : undefined;
    const prompt: CheckResult = answered ?? (sent.state === "ok" ? { state: "waiting", at } : sent);
    await tx
      .update(tills)
      .set({ checks: { ...current.checks, prompt } })
      .where(ofTill(current));
    await record(tx, ctx, tillTested, { subject: tillId, data: factsOfTill(current) });
    return prompt;
  });
}
