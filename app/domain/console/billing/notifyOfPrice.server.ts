import { eq } from "drizzle-orm";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import { rateCards } from "#app/db/schema/money/ledger.ts";
import { mailManagers } from "#app/domain/record/mails/mailManagers.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import { priceAnnounced } from "../events.ts";
import { notifyOfPriceJob } from "../jobs.ts";

type Card = typeof rateCards.$inferSelect;
const atOnce = 100;

/**
 * Notifies organisations of a price change, a hundred at a time in the order of their ids; the next hundred
 * is a job that commits with this one, so that each is notified once.
 */
export async function notifyOfPrice({
  services,
  input,
}: {
  services: Services;
  input: { rateCardId: string; reason: string; after: string };
}): Promise<{ notified: number }> {
  return services.db.withSystem(async (tx) => {
    const [card] = await tx.select().from(rateCards).where(eq(rateCards.id, input.rateCardId));
    if (!card) return { notified: 0 };
    const rows = await queryRows<{ id: OrgId; name: string }>(
      tx,
      `select id, name from organisations o where id > $1 and billing_type = $2
        and (plan_type = $3 or $3 = '*' and not exists (select 1 from rate_cards c where c.plan_type = o.plan_type and c.billing_type = $2))
        order by id limit ${atOnce}`,
      [input.after, card.billingType, card.planType],
    );
    for (const { id } of rows) await notifyManagers(tx, services, id, card, input.reason);
    const last = rows.at(-1);
    if (last && rows.length === atOnce)
      await services.jobs.enqueue(notifyOfPriceJob, { ...input, after: last.id }, { tx });
    return { notified: rows.length };
  });
}

async function notifyManagers(
  tx: Tx,
  services: Services,
  orgId: OrgId,
  card: Card,
  reason: string,
): Promise<void> {
  const { monthlyCents, includedMessages, perMessageCents } = card;
  const effectiveFrom = dayOf(card.effectiveFrom);
  await record(tx, systemContext(services, orgId, "notify-of-price"), priceAnnounced, {
    subject: null,
    data: { monthlyCents, includedMessages, perMessageCents, effectiveFrom, reason },
  });
  await mailManagers(tx, services, orgId, () => ({
    subject: m.mails_price_subject({ day: longDay(effectiveFrom) }),
    lines: [
      counted(
        (inputs) =>
          m.mails_price_text({
            ...inputs,
            day: longDay(effectiveFrom),
            monthly: formatKes(monthlyCents),
            each: formatKes(perMessageCents),
          }),
        includedMessages,
      ),
      m.mails_suspended_reason({ reason }),
    ],
    path: "/billing",
  }));
}
