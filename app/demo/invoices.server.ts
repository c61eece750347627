import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { journalEntries, postings } from "#app/db/schema/money/ledger.ts";
import { describeEntry } from "#app/domain/money/describeEntry.ts";
import { draftDocument } from "#app/domain/money/invoices/draft.server.ts";
import { finalizeDocument } from "#app/domain/money/invoices/finalize.server.ts";
import { creditPayment } from "#app/domain/money/invoices/incoming.server.ts";
import { startOfMonth } from "#app/domain/money/months.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { monthBefore, monthOf, monthWords } from "#app/platform/time/calendar.ts";

const monthsBilled = 3;
const feeCents = 500_000;

/** Emails of the past are sent already. */
const contextOf = (services: Pick<Services, "db">, orgId: OrgId, at: Date) => {
  const then = { ...services, clock: { now: () => at }, jobs: { enqueue: async () => {} } };
  return systemContext(then as unknown as Services, orgId, "run-billing");
};

/**
 * The demo's invoices of the last months, when it had the Growth plan: the newest is open, the others paid.
 */
export async function addDemoInvoices(
  tx: Tx,
  services: Pick<Services, "db" | "clock">,
  orgId: OrgId,
): Promise<void> {
  const now = services.clock.now();
  for (let before = monthsBilled; before > 0; before--) {
    const month = monthBefore(monthOf(now), before);
    const issuedAt = startOfMonth(monthBefore(month, -1));
    const ctx = contextOf(services, orgId, issuedAt);
    const { invoiceId } = await draftDocument(tx, {
      orgId,
      kind: "invoice",
      source: `monthly:${month}`,
      description: `Growth plan, ${monthWords(month)}`,
      planType: "Growth",
      billingType: "postpaid",
      items: [
        {
          description: `Growth plan, ${monthWords(month)}: 10,000 messages included`,
          quantity: 1,
          unitCents: feeCents,
        },
      ],
      now: issuedAt,
    });
    await finalizeDocument(tx, ctx, { orgId, invoiceId });
    if (before > 1)
      await creditPayment(tx, ctx, {
        method: "bank",
        amountCents: feeCents,
        invoiceId,
        reference: `demo:${month}`,
        paymentId: null,
        receipt: `FT${month.replace("-", "")}`,
      });
  }
}

/** A receipt for each paid top-up of the demo, dated on its day. */
export async function addDemoReceipts(tx: Tx, services: Pick<Services, "db">, orgId: OrgId): Promise<void> {
  const topUps = await tx
    .select({
      id: journalEntries.id,
      about: journalEntries.about,
      at: journalEntries.createdAt,
      cents: postings.amountCents,
    })
    .from(journalEntries)
    .innerJoin(
      postings,
      and(eq(postings.orgId, orgId), eq(postings.entryId, journalEntries.id), eq(postings.account, "wallet")),
    )
    .where(and(eq(journalEntries.orgId, orgId), eq(journalEntries.kind, "top_up")))
    .orderBy(journalEntries.createdAt);
  for (const { id, about, at, cents } of topUps) {
    const description = describeEntry({ about, recipient: null });
    const { invoiceId } = await draftDocument(tx, {
      orgId,
      kind: "receipt",
      source: `top_up:${id}`,
      description,
      planType: "Growth",
      billingType: "prepaid",
      items: [{ description, quantity: 1, unitCents: cents }],
      now: at,
    });
    await finalizeDocument(tx, contextOf(services, orgId, at), { orgId, invoiceId });
  }
}
