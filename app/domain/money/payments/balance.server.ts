import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { balanceChecks } from "#app/db/schema/money/bank.ts";
import { ledgerAccounts, platformBook } from "#app/db/schema/money/ledger.ts";
import { resultUrls } from "#app/domain/money/mpesa/addresses.server.ts";
import { resultNotice } from "#app/domain/money/mpesa/resultNotice.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { centsOf } from "./notices.ts";

/** Queries the shortcode's balance. The response arrives by webhook and is compared with the ledger. */
export async function askBalance(services: Services): Promise<void> {
  const { daraja, config, clock } = services;
  if (!daraja || !config.daraja?.initiatorPassword) return;
  const requestedAt = clock.now();
  const id = newId("bal", requestedAt.getTime());
  await services.db.withSystem((tx) => tx.insert(balanceChecks).values({ id, requestedAt }));
  await daraja.askBalance(resultUrls(config, id), platformBook);
}

/** `Working Account|KES|700000.00|…&Utility Account|…` → cents by account. */
function readBalances(text: string): Record<string, number> {
  const lines = text.split("&").map((line) => line.split("|"));
  return Object.fromEntries(
    lines.map(([name = "", , amount = "0"]) => {
      const cents = centsOf(amount.replace("-", "")) ?? 0;
      return [name, amount.startsWith("-") ? -cents : cents];
    }),
  );
}

export async function applyBalanceResult(
  tx: Tx,
  services: Services,
  id: string,
  body: unknown,
): Promise<string> {
  const read = resultNotice.safeParse(body);
  if (!read.success || read.data.resultCode !== "0") return "no balance";
  const balances = readBalances(z.string().catch("").parse(read.data.parameters.AccountBalance));
  const [clearing] = await tx
    .select({ cents: sql<number>`coalesce(sum(${ledgerAccounts.balanceCents}), 0)::bigint`.mapWith(Number) })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.orgId, platformBook), eq(ledgerAccounts.name, "mpesa_clearing")));
  const workingCents = balances["Working Account"] ?? 0;
  const utilityCents = balances["Utility Account"] ?? 0;
  const ledgerCents = -clearing!.cents;
  await tx
    .update(balanceChecks)
    .set({
      answeredAt: services.clock.now(),
      workingCents,
      utilityCents,
      chargesCents: balances["Charges Paid Account"] ?? 0,
      ledgerCents,
      differenceCents: workingCents + utilityCents - ledgerCents,
    })
    .where(eq(balanceChecks.id, id));
  return "answered";
}
