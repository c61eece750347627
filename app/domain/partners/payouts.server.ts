import { queryRows } from "#app/db/client.server.ts";
import type { PayoutState } from "#app/db/schema/money/payments.ts";
import type { PayoutMethod } from "#app/db/schema/partners/partners.ts";
import type { Services } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

export interface PayoutRow {
  id: string;
  partnerName: string;
  settlementId: string;
  method: PayoutMethod;
  state: PayoutState;
  amountCents: number;
  to: string;
  recipientName: string;
  receipt: string | null;
  resultDesc: string | null;
  createdAt: Date;
}

const payoutColumns = `y.id, p.name as "partnerName", split_part(y.reference, ':', 2) as "settlementId", y.method, y.state,
  y.amount_cents as "amountCents", y.phone as to, y.recipient_name as "recipientName", y.receipt, y.result_desc as "resultDesc",
  y.created_at as "createdAt"`;

/** Payouts that have not ended, the oldest first, and what M-Pesa said last about its money. */
export async function listOpenPayouts(services: Pick<Services, "db">) {
  return services.db.withSystem(async (tx) => {
    const payouts = await queryRows<PayoutRow>(
      tx,
      `select ${payoutColumns} from payouts y join partners p on p.org_id = y.org_id
        where y.state in ('pending', 'unknown') order by y.created_at limit 200`,
    );
    const [float] = await queryRows<{ utilityCents: number; requestedAt: Date }>(
      tx,
      `select utility_cents as "utilityCents", requested_at as "requestedAt" from balance_checks
        where answered_at is not null order by requested_at desc limit 1`,
    );
    return { payouts, float: float ?? null };
  });
}

/** A payout and M-Pesa's raw reports about it. */
export async function getPayout(services: Pick<Services, "db">, payoutId: string) {
  return services.db.withSystem(async (tx) => {
    const [payout] = await queryRows<PayoutRow>(
      tx,
      `select ${payoutColumns} from payouts y join partners p on p.org_id = y.org_id where y.id = $1`,
      [payoutId],
    );
    if (!payout) throw notFound("Payout");
    const notices = await queryRows<{ id: string; kind: string; receivedAt: Date; outcome: string | null }>(
      tx,
      `select id, kind, received_at as "receivedAt", outcome from payment_notices
        where subject_id = $1 order by received_at desc limit 20`,
      [payoutId],
    );
    return { payout, notices };
  });
}
