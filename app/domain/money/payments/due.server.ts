import type { Services } from "#app/platform/context.ts";

/** Whether a check of a prompt, payout or reversal with M-Pesa is due, in one statement. */
export async function isCheckDue({ db, clock }: Pick<Services, "db" | "clock">): Promise<boolean> {
  const { rows } = await db.system.query<{ isDue: boolean }>({
    name: "payment-checks-due",
    text: `select exists (select 1 from payment_attempts where method = 'mpesa' and next_check_at <= $1)
      or exists (select 1 from payouts where state in ('pending', 'unknown') and next_check_at <= $1)
      or exists (select 1 from mpesa_reversals where state in ('pending', 'unknown') and next_check_at <= $1) as "isDue"`,
    values: [clock.now()],
  });
  return rows[0]!.isDue;
}
