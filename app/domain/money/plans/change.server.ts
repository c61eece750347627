import { and, eq } from "drizzle-orm";
import { planChanges } from "#app/db/schema/money/invoices.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import type { BillingType, PlanType } from "#app/platform/money/planTypes.ts";
import { monthBefore, monthOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { planChangeCancelled, planChangePlanned } from "../events.ts";

/**
 * Plans another plan or billing type from the first day of next month, in place of one planned before.
 * @throws DomainError `plan.unchanged`.
 */
export async function planChange({
  ctx,
  input,
}: Call<{ planType: PlanType; billingType: BillingType }>): Promise<{ effectiveMonth: string }> {
  const now = ctx.clock.now();
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [org] = await tx.select().from(organisations).where(eq(organisations.id, ctx.orgId)).for("update");
    if (!org) throw notFound("Organisation");
    if (org.planType === input.planType && org.billingType === input.billingType)
      throw moneyError("plan.unchanged", { fields: { planType: m.errors_plan_unchanged_field() } });
    const effectiveMonth = monthBefore(monthOf(now, org.timezone), -1);
    await tx
      .update(planChanges)
      .set({ state: "cancelled", settledAt: now })
      .where(and(eq(planChanges.orgId, ctx.orgId), eq(planChanges.state, "planned")));
    await tx.insert(planChanges).values({
      orgId: ctx.orgId,
      id: newId("plc", now.getTime()),
      fromPlanType: org.planType,
      fromBillingType: org.billingType,
      toPlanType: input.planType,
      toBillingType: input.billingType,
      effectiveMonth,
      requestedBy: userOf(ctx.actor),
      createdAt: now,
    });
    await record(tx, ctx, planChangePlanned, { subject: null, data: { to: input, month: effectiveMonth } });
    return { effectiveMonth };
  });
}

/** Cancels a planned change. Idempotent. */
export async function cancelPlanChange({ ctx }: { ctx: OrgContext }): Promise<{ cancelled: boolean }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [taken] = await tx
      .update(planChanges)
      .set({ state: "cancelled", settledAt: ctx.clock.now() })
      .where(and(eq(planChanges.orgId, ctx.orgId), eq(planChanges.state, "planned")))
      .returning();
    if (taken)
      await record(tx, ctx, planChangeCancelled, {
        subject: null,
        data: { to: { planType: taken.toPlanType, billingType: taken.toBillingType } },
      });
    return { cancelled: taken !== undefined };
  });
}
