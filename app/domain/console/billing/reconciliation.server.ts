import { queryRows, type Tx } from "#app/db/client.server.ts";
import type { PaymentMethod } from "#app/db/schema/money/payments.ts";
import type { StaffContext } from "#app/platform/context.ts";

export interface MethodRow {
  method: PaymentMethod;
  /** Received payments, and refunds or payouts by the same method. */
  payments: number;
  receivedCents: number;
  paidOutCents: number;
  /** The ledger's balance there. */
  ledgerCents: number;
  /** The balance of the payment service or the bank; null when it reports none. */
  providerCents: number | null;
  providerAt: Date | null;
}

const paidOutBy = (method: PaymentMethod) =>
  `(select coalesce(sum(amount_cents), 0)::bigint from payouts where state = 'paid' and method = '${method}')`;

/** The movements of each payment method, as the payment services and the bank reported them. */
const moved = `
  select 'mpesa' as method, count(*)::int as payments, coalesce(sum(amount_cents), 0)::bigint as "receivedCents",
    ${paidOutBy("mpesa")} as "paidOutCents"
  from mpesa_receipts where state not in ('reversed', 'unconfirmed')
  union all
  select 'card', count(*)::int, coalesce(sum(amount_cents), 0)::bigint, coalesce(sum(returned_cents), 0)::bigint
  from payment_attempts where method = 'card' and state = 'paid'
  union all
  select 'bank', count(*)::int, coalesce(sum(amount_cents), 0)::bigint, ${paidOutBy("bank")}
  from bank_statement_lines where state = 'matched'`;

const lastCheck = `select answered_at as at, working_cents + utility_cents as cents from balance_checks
  where answered_at is not null order by answered_at desc limit 1`;

/**
 * Payments by method against the ledger and, where reported, the provider's balance. M-Pesa reports its own
 * once a day; a card provider and the bank report single payments, whose sum is compared with the ledger.
 */
export async function getReconciliation({ ctx }: { ctx: StaffContext }) {
  return ctx.db.withSystem(async (tx) => {
    const rows = await queryRows<Pick<MethodRow, "method" | "payments" | "receivedCents" | "paidOutCents">>(
      tx,
      moved,
    );
    const balances = await queryRows<{ name: string; cents: number }>(
      tx,
      "select name, sum(balance_cents)::bigint as cents from ledger_accounts where name like '%clearing' or name = 'suspense' group by 1",
    );
    const [check] = await queryRows<{ at: Date; cents: number }>(tx, lastCheck);
    const [waiting] = await queryRows<{ count: number; cents: number }>(
      tx,
      `select count(*)::int as count, coalesce(sum(amount_cents), 0)::bigint as cents from payment_attempts
        where method = 'bank' and state = 'pending'`,
    );
    const balanceOf = (name: string) => balances.find((row) => row.name === name)?.cents ?? 0;
    const methods = rows.map((row): MethodRow => {
      const isMpesa = row.method === "mpesa";
      return {
        ...row,
        // A clearing account is negative by the balance there.
        ledgerCents: -balanceOf(`${row.method}_clearing`),
        providerCents: isMpesa ? (check?.cents ?? null) : null,
        providerAt: isMpesa ? (check?.at ?? null) : null,
      };
    });
    return {
      methods,
      suspenseCents: balanceOf("suspense"),
      announced: waiting!,
      checks: await listChecks(tx),
    };
  });
}

/** The newest comparisons with M-Pesa's balance. */
const listChecks = (tx: Tx) =>
  queryRows<{
    id: string;
    requestedAt: Date;
    providerCents: number | null;
    ledgerCents: number | null;
    differenceCents: number | null;
  }>(
    tx,
    `select id, requested_at as "requestedAt", working_cents + utility_cents as "providerCents", ledger_cents as "ledgerCents",
      difference_cents as "differenceCents" from balance_checks order by id desc limit 14`,
  );
