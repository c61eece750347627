import { and, asc, eq, gt, lt, min } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { invoices, planChanges } from "#app/db/schema/money/invoices.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { startOfMonth } from "#app/domain/money/months.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { monthBefore, monthOf, monthWords } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { readPrices } from "../prices/read.server.ts";
import { draftDocument } from "./draft.server.ts";
import { finalizeDocument } from "./finalize.server.ts";
import { inLanguageOf } from "./language.server.ts";

/**
 * Bills the last month: creates a draft for every postpaid organisation, then finalizes all drafts. Each step
 * is a separate idempotent transaction, so the run can be repeated, or be killed anywhere and started again.
 */
export async function runMonthlyBilling(services: Services): Promise<{ drafted: number; finalized: number }> {
  const month = monthBefore(monthOf(services.clock.now()), 1);
  const drafted = await draftMonth(services, month);
  return { drafted, finalized: await finalizeDrafts(services) };
}

export async function draftMonth(services: Services, month: string): Promise<number> {
  const end = startOfMonth(monthBefore(month, -1));
  const orgs = await services.db.withSystem((tx) =>
    tx
      .select({ id: organisations.id })
      .from(organisations)
      .where(lt(organisations.createdAt, end))
      .orderBy(asc(organisations.id)),
  );
  let drafted = 0;
  for (const { id } of orgs)
    if (await services.db.withSystem((tx) => draftFee(tx, services, id, month))) drafted++;
  return drafted;
}

/** Drafts the monthly fee, if any. Returns whether the draft is new. */
async function draftFee(tx: Tx, services: Services, orgId: OrgId, month: string): Promise<boolean> {
  const { planType, billingType } = await planDuring(tx, orgId, month);
  const prices = await readPrices(tx);
  const card = prices.cardAt({ planType, billingType, at: startOfMonth(month) });
  if (billingType !== "postpaid" || !card || card.monthlyCents === 0) return false;
  const words = await inLanguageOf(tx, orgId, () => {
    const said = { plan: planType, month: monthWords(month) };
    return {
      description: m.papers_monthly_fee(said),
      line: counted(
        (inputs) => m.papers_plan_messages_included({ ...inputs, ...said }),
        card.includedMessages,
      ),
    };
  });
  const { isNew } = await draftDocument(tx, {
    orgId,
    kind: "invoice",
    source: `monthly:${month}`,
    description: words.description,
    planType,
    billingType,
    items: [
      {
        description: words.line,
        quantity: 1,
        unitCents: card.monthlyCents,
      },
    ],
    now: services.clock.now(),
  });
  return isNew;
}

/** The plan in force during a month: the one replaced by the first later change, or else the present one. */
async function planDuring(tx: Tx, orgId: OrgId, month: string) {
  const [later] = await tx
    .select({ planType: planChanges.fromPlanType, billingType: planChanges.fromBillingType })
    .from(planChanges)
    .where(
      and(
        eq(planChanges.orgId, orgId),
        eq(planChanges.state, "applied"),
        gt(planChanges.effectiveMonth, month),
      ),
    )
    .orderBy(asc(planChanges.effectiveMonth))
    .limit(1);
  if (later) return later;
  const [org] = await tx
    .select({ planType: organisations.planType, billingType: organisations.billingType })
    .from(organisations)
    .where(eq(organisations.id, orgId));
  return org!;
}

/** Finalizes all drafts, oldest first; a concurrent run handles the others. */
export async function finalizeDrafts(services: Services): Promise<number> {
  const waiting = await services.db.withSystem((tx) =>
    tx
      .select({ orgId: invoices.orgId, id: invoices.id, since: min(invoices.createdAt) })
      .from(invoices)
      .where(eq(invoices.status, "draft"))
      .groupBy(invoices.orgId, invoices.id)
      .orderBy(asc(min(invoices.createdAt)), asc(invoices.id)),
  );
  for (const { orgId, id } of waiting)
    await services.db.withSystem((tx) => finalizeDocument(tx, services, { orgId, invoiceId: id }));
  return waiting.length;
}
