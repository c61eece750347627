import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { bankStatementLines } from "#app/db/schema/money/bank.ts";
import { paymentAttempts } from "#app/db/schema/money/payments.ts";
import { ofAttempt } from "#app/domain/money/attempts/settle.server.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { creditPayment } from "#app/domain/money/invoices/incoming.server.ts";
import { type Actor, type Services, systemContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { moneyNote } from "../notes.ts";
import { unusedReference } from "../unusedReference.server.ts";
import { readStatement, type StatementLine } from "./readStatement.ts";
import { referencesIn } from "./references.ts";

type Line = typeof bankStatementLines.$inferSelect;

/**
 * Staff: imports a bank statement. Known lines are skipped, by the bank's reference; a line with a single one
 * of our references is matched at once, and all others are added to the work list with the reason. @throws
 * DomainError `statement.unreadable`.
 */
export async function importStatement({
  services,
  actor,
  input,
}: {
  services: Services;
  actor: Actor;
  input: { csv: string };
}): Promise<{ lines: number; known: number; matched: number; open: number }> {
  const lines = readStatement(input.csv);
  const counts = { lines: lines.length, known: 0, matched: 0, open: 0 };
  for (const line of lines)
    counts[await services.db.withSystem((tx) => takeLine(tx, services, actor, line))] += 1;
  return counts;
}

async function takeLine(tx: Tx, services: Services, actor: Actor, line: StatementLine) {
  const now = services.clock.now();
  const [added] = await tx
    .insert(bankStatementLines)
    .values({ id: newId("bkl", now.getTime()), ...line, createdAt: now })
    .onConflictDoNothing({ target: bankStatementLines.bankReference })
    .returning();
  if (!added) return "known";
  const references = referencesIn(added.narration);
  const [only] = references;
  const problem =
    references.length === 0
      ? moneyNote("money.no_reference")
      : references.length > 1
        ? moneyNote("money.several_references", { references: references.join(", ") })
        : await bookLine(tx, services, actor, added, only!);
  if (problem === null) return "matched";
  await tx.update(bankStatementLines).set({ note: problem }).where(eq(bankStatementLines.id, added.id));
  return "open";
}

/** Books a line to the transfer of a reference. Returns the reason when it can't. */
async function bookLine(
  tx: Tx,
  services: Services,
  actor: Actor,
  line: Line,
  reference: string,
): Promise<string | null> {
  const [transfer] = await tx
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.method, "bank"), eq(paymentAttempts.reference, reference)))
    .for("update");
  if (!transfer) return moneyNote("money.nobodys_reference", { reference });
  const now = services.clock.now();
  const ctx = { ...systemContext(services, transfer.orgId, "take-statement"), actor };
  // The line's amount, not the attempt's: payers transfer other amounts than announced, or twice with one
  // reference.
  await creditPayment(tx, ctx, {
    method: "bank",
    amountCents: line.amountCents,
    invoiceId: transfer.invoiceId,
    paymentId: transfer.id,
    reference: await unusedReference(tx, transfer.orgId, `bank:${line.bankReference}`),
    receipt: line.bankReference,
  });
  if (transfer.state !== "paid")
    await tx
      .update(paymentAttempts)
      .set({ state: "paid", receipt: line.bankReference, endedAt: now, updatedAt: now })
      .where(ofAttempt(transfer));
  notifyPages(tx, transfer.orgId, "payments");
  await tx
    .update(bankStatementLines)
    .set({ state: "matched", matchedReference: reference, settledAt: now, note: null })
    .where(eq(bankStatementLines.id, line.id));
  return null;
}

/**
 * Staff: settles a line of the work list, by the reference of its transfer or by dismissing it with a note.
 * @throws DomainError `statement_line.not_found`, `statement_line.settled`, `statement_line.no_match`.
 */
export async function settleLine({
  services,
  actor,
  input,
}: {
  services: Services;
  actor: Actor;
  input: { lineId: string; reference?: string | undefined; ignoreBecause?: string | undefined };
}): Promise<Record<string, never>> {
  return services.db.withSystem(async (tx) => {
    const [line] = await tx
      .select()
      .from(bankStatementLines)
      .where(eq(bankStatementLines.id, input.lineId))
      .for("update");
    if (!line) throw notFound("Statement line");
    if (line.state !== "open") throw moneyError("statement_line.settled");
    if (input.reference) {
      const problem = await bookLine(tx, services, actor, line, input.reference.trim().toUpperCase());
      if (problem)
        throw moneyError("statement_line.no_match", {
          values: { said: noteWords(problem) },
          field: "reference",
        });
    } else
      await tx
        .update(bankStatementLines)
        .set({ state: "ignored", note: input.ignoreBecause, settledAt: services.clock.now() })
        .where(eq(bankStatementLines.id, line.id));
    services.log.info({ lineId: line.id, amount: formatKes(line.amountCents) }, "statement line settled");
    return {};
  });
}
