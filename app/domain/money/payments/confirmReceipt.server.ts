import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { mpesaReceipts } from "#app/db/schema/money/payments.ts";
import { resultUrls } from "#app/domain/money/mpesa/addresses.server.ts";
import { resultNotice } from "#app/domain/money/mpesa/resultNotice.ts";
import type { Services } from "#app/platform/context.ts";
import { DarajaError, DarajaUnknown } from "#app/platform/gates/daraja.ts";
import { moneyNote } from "../notes.ts";
import { confirmReceiptJob } from "./jobs.ts";
import { matchReceipt, type Received } from "./matchReceipt.server.ts";
import { centsOf } from "./notices.ts";
import { pullPayments } from "./pull.server.ts";

/** Pauses between M-Pesa queries about one receipt, in seconds; afterwards the hourly pull continues. */
const pauseSeconds = [5, 15, 60, 300, 1200, 3600, 3 * 3600, 12 * 3600];
/** The pull starts this long before the confirmation arrived. */
const beforeMs = 3_600_000;

/**
 * The id of queries about a receipt. The receipt follows in hexadecimal digits, which never form a word that
 * Daraja refuses.
 */
export const receiptPrefix = "rcp_";
const subjectOf = (receipt: string) => `${receiptPrefix}${Buffer.from(receipt).toString("hex")}`;
const receiptIn = (subjectId: string) => Buffer.from(subjectId.slice(receiptPrefix.length), "hex").toString();

const unconfirmed = (receipt: string) =>
  and(eq(mpesaReceipts.receipt, receipt), eq(mpesaReceipts.state, "unconfirmed"));

/** Stores a large payment reported only by a confirmation, until M-Pesa confirms it. Nothing is booked. */
export async function holdReceipt(tx: Tx, services: Services, received: Received): Promise<string> {
  const [fresh] = await tx
    .insert(mpesaReceipts)
    .values({
      ...received,
      state: "unconfirmed",
      note: moneyNote("money.unconfirmed"),
      createdAt: services.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ receipt: mpesaReceipts.receipt });
  if (!fresh) return "known";
  await services.jobs.enqueue(confirmReceiptJob, { receipt: received.receipt, check: 0 }, { tx });
  return "unconfirmed";
}

/**
 * Queries M-Pesa about an unconfirmed receipt: by the pull, which includes the account, or else by a status
 * query.
 */
export async function confirmReceipt(
  services: Services,
  { receipt, check }: { receipt: string; check: number },
): Promise<{ state: "known" | "unconfirmed" }> {
  const held = await findHeld(services, receipt);
  if (!held) return { state: "known" };
  await orLog(services, receipt, () => pullPayments(services, new Date(held.createdAt.getTime() - beforeMs)));
  if (!(await findHeld(services, receipt))) return { state: "known" };
  const { daraja, config, clock } = services;
  if (daraja && config.daraja?.initiatorPassword)
    await orLog(services, receipt, () =>
      daraja.askTransaction({ receipt, ...resultUrls(config, subjectOf(receipt)) }, "platform"),
    );
  const pause = pauseSeconds[check];
  if (pause !== undefined)
    await services.jobs.enqueue(
      confirmReceiptJob,
      { receipt, check: check + 1 },
      { startAfter: new Date(clock.now().getTime() + pause * 1000) },
    );
  return { state: "unconfirmed" };
}

async function findHeld({ db }: Services, receipt: string) {
  const [held] = await db.systemReads.select().from(mpesaReceipts).where(unconfirmed(receipt));
  return held;
}

/** A refused or failed query is logged, and retried later. */
async function orLog(services: Services, receipt: string, ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof DarajaError) && !(error instanceof DarajaUnknown)) throw error;
    services.log.warn({ err: error, receipt }, "receipt not confirmed");
  }
}

/**
 * Applies M-Pesa's response about an unconfirmed receipt: credits it when it is completed with the same
 * amount.
 */
export async function applyReceiptResult(
  tx: Tx,
  services: Services,
  subjectId: string,
  body: unknown,
): Promise<string> {
  const read = resultNotice.safeParse(body);
  if (!read.success) return "unreadable";
  const receipt = receiptIn(subjectId);
  const [held] = await tx.select().from(mpesaReceipts).where(unconfirmed(receipt)).for("update");
  if (!held) return "known";
  const { resultCode, resultDesc, parameters } = read.data;
  if (resultCode !== "0") return `review: ${resultDesc}`;
  if (parameters.ReceiptNo !== receipt) return "review: another receipt";
  if (!/^completed$/i.test(String(parameters.TransactionStatus))) return "review: not completed";
  if (centsOf(parameters.Amount as string | number) !== held.amountCents) return "review: another amount";
  const { amountCents, paidAt, payer, account } = held;
  return matchReceipt(tx, services, { receipt, amountCents, paidAt, payer, account });
}
