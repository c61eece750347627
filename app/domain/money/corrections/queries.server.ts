import { and, desc, eq } from "drizzle-orm";
import { journalEntries, platformBook } from "#app/db/schema/money/ledger.ts";
import { mpesaReceipts, mpesaReversals } from "#app/db/schema/money/payments.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import type { Services } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { describeEntry } from "../describeEntry.ts";
import { linesOf } from "./lines.server.ts";
import { obstacleOf } from "./mayReverse.ts";

type Reads = Pick<Services, "db">;

/**
 * One entry with its lines in both books, without those that join them, and why it can't be reversed, if so.
 */
export async function getEntry(services: Reads, { orgId, entryId }: { orgId: string; entryId: string }) {
  const db = services.db.systemReads;
  const [found] = await db
    .select({ entry: journalEntries, business: organisations.name })
    .from(journalEntries)
    .innerJoin(organisations, eq(organisations.id, journalEntries.orgId))
    .where(and(eq(journalEntries.orgId, orgId as OrgId), eq(journalEntries.id, entryId)));
  if (!found) throw notFound("Entry");
  const { entry, business } = found;
  const [lines, [reversal]] = await Promise.all([
    linesOf(db, entry),
    db
      .select()
      .from(journalEntries)
      .where(and(eq(journalEntries.orgId, entry.orgId), eq(journalEntries.reference, `reversal:${entryId}`))),
  ]);
  return {
    entry: {
      orgId: entry.orgId,
      id: entry.id,
      kind: entry.kind,
      business,
      reference: entry.reference,
      createdAt: entry.createdAt,
      description: describeEntry({ about: entry.about, recipient: null }),
    },
    lines: lines.map((line) => ({
      book: line.orgId === platformBook ? ("platform" as const) : ("organisation" as const),
      account: line.account,
      amountCents: line.amountCents,
      balanceAfterCents: line.balanceAfterCents,
    })),
    reversedBy: reversal ? describeEntry({ about: reversal.about, recipient: null }) : null,
    obstacle: obstacleOf(entry) ?? null,
    /** The payment's receipt, when it can also be refunded to its payer. */
    mpesaReceipt: await mpesaReceiptOf(services, entry.about),
  };
}

async function mpesaReceiptOf(services: Reads, about: { code: string }): Promise<string | null> {
  const { method, receipt } = about as { method?: string; receipt?: string | null };
  if (method !== "mpesa" || !receipt) return null;
  const [found] = await services.db.systemReads
    .select({ receipt: mpesaReceipts.receipt, state: mpesaReceipts.state })
    .from(mpesaReceipts)
    .where(eq(mpesaReceipts.receipt, receipt));
  return found && found.state !== "reversed" ? found.receipt : null;
}

/** An M-Pesa receipt with its owner and its reversals. */
export async function getReceipt(services: Reads, code: string) {
  const db = services.db.systemReads;
  const [receipt] = await db
    .select({ receipt: mpesaReceipts, business: organisations.name })
    .from(mpesaReceipts)
    .leftJoin(organisations, eq(organisations.id, mpesaReceipts.orgId))
    .where(eq(mpesaReceipts.receipt, code));
  if (!receipt) throw notFound("Payment");
  const reversals = await db
    .select()
    .from(mpesaReversals)
    .where(eq(mpesaReversals.receipt, code))
    .orderBy(desc(mpesaReversals.id));
  return { ...receipt, reversals };
}

/** The latest reversals, for staff. */
export const listReversals = async (services: Reads) => ({
  reversals: await services.db.systemReads
    .select({ reversal: mpesaReversals, business: organisations.name })
    .from(mpesaReversals)
    .leftJoin(organisations, eq(organisations.id, mpesaReversals.orgId))
    .orderBy(desc(mpesaReversals.id))
    .limit(30),
});
