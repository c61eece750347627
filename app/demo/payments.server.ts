import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { bankStatementLines } from "#app/db/schema/money/bank.ts";
import { platformBook } from "#app/db/schema/money/ledger.ts";
import { autoTopUps, billingAccounts, mpesaReceipts, mpesaReversals } from "#app/db/schema/money/payments.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { moneyNote } from "#app/domain/money/notes.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import type { DemoOrganisation } from "./organisations.server.ts";
import { loadRequests } from "./requests.server.ts";
import { loadDemoSequences } from "./sequences.server.ts";
import type { DemoSender } from "./whatsapp.server.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/**
 * Typical payments in progress: unmatched transfers and paybill payments, one paid by mistake and refunded,
 * a wallet with automatic top-up, and what customers were asked for.
 */
export async function loadPayments(
  tx: Tx,
  { now, config, sender }: { now: Date; config: Config; sender: DemoSender },
  organisation: DemoOrganisation,
): Promise<void> {
  const shop = organisation.orgId;
  await loadRequests(tx, { now, config }, organisation);
  await loadDemoSequences(tx, { orgId: shop, now, sender });
  await addBankLines(tx, now);
  const [account] = await tx
    .select({ number: billingAccounts.accountNumber })
    .from(billingAccounts)
    .where(eq(billingAccounts.orgId, shop));
  const typed = account!.number;
  await addSuspense(tx, "TKM4WQ81ZD", 45_000, `${typed.slice(0, 2)}${typed.slice(3)}`, ago(now, 5 * hourMs));
  await addSuspense(tx, "TKL9PA02XR", 120_000, "0S12 DUKA", ago(now, 2 * dayMs));
  await addReversal(tx, now, shop, typed);
  await tx.insert(autoTopUps).values({
    orgId: shop,
    phone: "+254712345678",
    thresholdCents: 50_000,
    amountCents: 250_000,
    dailyCapCents: 1_000_000,
    createdAt: ago(now, 20 * dayMs),
    updatedAt: ago(now, 20 * dayMs),
  });
}

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

const lines = [
  { bankReference: "FT26321KQ4T9", amountCents: 1_500_000, narration: "RTGS MWANGAZA SACCO LTD", days: 1 },
  { bankReference: "FT26320ZP71B", amountCents: 250_000, narration: "PESALINK TB7KQ2MXW top up", days: 2 },
  { bankReference: "FT26316AC02L", amountCents: 87_550, narration: "CASH DEPOSIT NAKURU BRANCH", days: 6 },
];

async function addBankLines(tx: Tx, now: Date): Promise<void> {
  await tx.insert(bankStatementLines).values(
    lines.map(({ days, ...line }) => ({
      id: newId("bkl", ago(now, days * dayMs).getTime()),
      ...line,
      bookedOn: dayOf(ago(now, days * dayMs)),
      note: moneyNote("money.no_reference"),
      createdAt: ago(now, days * dayMs),
    })),
  );
}

async function addSuspense(tx: Tx, receipt: string, amountCents: number, account: string, at: Date) {
  await tx.insert(mpesaReceipts).values({
    ...{ receipt, amountCents, account },
    payer: "2547 ***** 318",
    paidAt: at,
    state: "suspense",
    createdAt: at,
  });
  await bookEntry(tx, {
    orgId: platformBook,
    kind: "suspense",
    about: { code: "payment.unassigned", receipt },
    reference: `mpesa:${receipt}`,
    postings: { mpesa_clearing: -amountCents, suspense: amountCents },
    at,
  });
}

/** Paid twice by mistake; the second payment was refunded to the phone. */
async function addReversal(tx: Tx, now: Date, orgId: OrgId, account: string): Promise<void> {
  const receipt = "TKH2MB65VN";
  const amountCents = 250_000;
  const reason = "Paid twice by mistake; the customer called.";
  const [paidAt, at] = [ago(now, 9 * dayMs), ago(now, 8 * dayMs)];
  await tx.insert(mpesaReceipts).values({
    ...{ receipt, orgId, amountCents, account },
    payer: "2547 ***** 678",
    paidAt,
    state: "reversed",
    note: reason,
    createdAt: paidAt,
  });
  const topUp = await bookEntry(tx, {
    orgId,
    kind: "top_up",
    about: { code: "payment.to_wallet", method: "mpesa", receipt },
    reference: `mpesa:${receipt}`,
    postings: { wallet: amountCents },
    platformPostings: { mpesa_clearing: -amountCents },
    at: paidAt,
  });
  await giveBack(tx, { orgId, receipt, amountCents, reason, at, of: topUp.booked ? topUp.entryId : "" });
}

async function giveBack(
  tx: Tx,
  paid: { orgId: OrgId; receipt: string; amountCents: number; reason: string; at: Date; of: string },
): Promise<void> {
  const { orgId, receipt, amountCents, reason, at, of } = paid;
  const id = newId("rev", at.getTime());
  await tx.insert(mpesaReversals).values({
    ...{ orgId, id, receipt, amountCents, reason },
    fromAccount: "wallet",
    state: "done",
    reversalReceipt: "TKI7DX30QA",
    resultCode: "0",
    createdAt: at,
    updatedAt: at,
    endedAt: at,
  });
  await bookEntry(tx, {
    orgId,
    kind: "reversal",
    about: { code: "payment.reversing", receipt, because: reason, of },
    reference: `reversal:${id}`,
    postings: { wallet: -amountCents },
    platformPostings: { paid_out: amountCents },
    at,
  });
  await bookEntry(tx, {
    orgId: platformBook,
    counterparty: orgId,
    kind: "reversal",
    about: { code: "payment.reversed", receipt },
    reference: `reversal-done:${id}`,
    postings: { paid_out: -amountCents, mpesa_clearing: amountCents },
    at,
  });
}
