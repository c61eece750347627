import { tills } from "#app/db/schema/sales/tills.ts";
import { record } from "#app/domain/record/record.server.ts";
import { tillChanged } from "#app/domain/sales/events.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { factsOfTill, lockConnected, ofTill } from "./find.server.ts";
import { receiptTemplates } from "./receiptTemplates.server.ts";
import type { TillSettings } from "./schemas.ts";

/** @throws DomainError `till.not_found`, `till.removed`, `template.not_found` */
export async function updateTill({ ctx, input }: Call<TillSettings & { tillId: string }>): Promise<void> {
  const { tillId, name, nominatedPhone, sendsReceipts, asksCustomers, receiptTemplateId } = input;
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const till = await lockConnected(tx, ctx.orgId, tillId);
    if (receiptTemplateId && receiptTemplateId !== till.receiptTemplateId) {
      const offered = await receiptTemplates(tx, ctx);
      if (!offered.some(({ id }) => id === receiptTemplateId)) throw notFound("Template");
    }
    await tx
      .update(tills)
      .set({
        ...{ name, sendsReceipts, asksCustomers },
        nominatedPhone: nominatedPhone || null,
        receiptTemplateId: receiptTemplateId || null,
        updatedAt: ctx.clock.now(),
      })
      .where(ofTill(till));
    await record(tx, ctx, tillChanged, { subject: tillId, data: factsOfTill({ name, number: till.number }) });
  });
}
