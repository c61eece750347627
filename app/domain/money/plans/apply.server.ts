import { and, asc, eq, lte } from "drizzle-orm";
import { lockOrganisationRow } from "#app/db/lockOrganisationRow.server.ts";
import { planChanges } from "#app/db/schema/money/invoices.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import { monthOf } from "#app/platform/time/calendar.ts";
import { planChanged } from "../events.ts";
import { readPrices } from "../prices/read.server.ts";

/** Applies planned changes whose month has begun, each in its own transaction. */
export async function applyPlanChanges(services: Services): Promise<{ applied: number }> {
  const now = services.clock.now();
  const isDue = and(eq(planChanges.state, "planned"), lte(planChanges.effectiveMonth, monthOf(now)));
  const due = await services.db.withSystem((tx) =>
    tx.select().from(planChanges).where(isDue).orderBy(asc(planChanges.id)),
  );
  let applied = 0;
  for (const { orgId, id } of due) {
    const isApplied = await services.db.withSystem(async (tx) => {
      await lockOrganisationRow(tx, orgId);
      const [change] = await tx
        .update(planChanges)
        .set({ state: "applied", settledAt: now })
        .where(and(eq(planChanges.orgId, orgId), eq(planChanges.id, id), isDue))
        .returning();
      if (!change) return false;
      const plan = (await readPrices(tx)).planAt(change.toPlanType, now);
      await tx
        .update(organisations)
        .set({
          planType: change.toPlanType,
          billingType: change.toBillingType,
          ...(plan ? { messageLimit: plan.messageLimit } : {}),
        })
        .where(eq(organisations.id, orgId));
      await record(tx, systemContext(services, orgId, "apply-plan-changes"), planChanged, {
        subject: null,
        data: {
          from: { planType: change.fromPlanType, billingType: change.fromBillingType },
          to: { planType: change.toPlanType, billingType: change.toBillingType },
        },
      });
      return true;
    });
    if (isApplied) applied += 1;
  }
  return { applied };
}
