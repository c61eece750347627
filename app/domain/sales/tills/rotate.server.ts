import { tills } from "#app/db/schema/sales/tills.ts";
import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { tillRotated } from "#app/domain/sales/events.ts";
import type { Call } from "#app/platform/context.ts";
import { registerAddresses } from "./check.server.ts";
import { factsOfTill, findTill, lockConnected, ofTill } from "./find.server.ts";

/**
 * Gives a till new callback addresses, after its present ones became known. They are registered with M-Pesa first:
 * where it refuses, because the present ones were not deleted in its portal, these stay valid.
 * @throws DomainError `till.not_found`, `till.removed`, `till.no_keys`, `till.not_rotated`
 */
export async function rotateTill({ ctx, input: { tillId } }: Call<{ tillId: string }>): Promise<void> {
  const { orgId } = ctx;
  const till = await ctx.db.withOrg(orgId, (tx) => findTill(tx, orgId, tillId));
  const hookVersion = till.hookVersion + 1;
  const addresses = await registerAddresses(ctx, { ...till, hookVersion });
  if (addresses.state !== "ok")
    throw salesError("till.not_rotated", { values: { said: addresses.said ?? "–" } });
  await ctx.db.withOrg(orgId, async (tx) => {
    const current = await lockConnected(tx, orgId, tillId);
    if (current.hookVersion >= hookVersion) return;
    await tx
      .update(tills)
      .set({ hookVersion, hookChangedAt: ctx.clock.now(), checks: { ...current.checks, addresses } })
      .where(ofTill(current));
    await record(tx, ctx, tillRotated, { subject: tillId, data: factsOfTill(current) });
  });
}
