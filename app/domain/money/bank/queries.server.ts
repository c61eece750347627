import { and, desc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { bankStatementLines } from "#app/db/schema/money/bank.ts";
import { paymentAttempts } from "#app/db/schema/money/payments.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { notFound } from "#app/platform/errors.ts";
import { hasNear } from "./isNear.ts";

/** Announced transfers that may belong to a statement line: with the same amount, or a similar reference. */
export async function transfersLike(tx: Tx, lineId: string) {
  const [line] = await tx.select().from(bankStatementLines).where(eq(bankStatementLines.id, lineId));
  if (!line) throw notFound("Statement line");
  const announced = await tx
    .select({
      reference: paymentAttempts.reference,
      amountCents: paymentAttempts.amountCents,
      announcedAt: paymentAttempts.createdAt,
      business: organisations.name,
    })
    .from(paymentAttempts)
    .innerJoin(organisations, eq(organisations.id, paymentAttempts.orgId))
    .where(and(eq(paymentAttempts.method, "bank"), inArray(paymentAttempts.state, ["pending", "unknown"])))
    .orderBy(desc(paymentAttempts.createdAt))
    .limit(500);
  const like = announced.flatMap(({ reference, ...transfer }) =>
    reference !== null && (transfer.amountCents === line.amountCents || hasNear(line.narration, reference))
      ? [{ reference, ...transfer }]
      : [],
  );
  return like.slice(0, 5);
}
