import { and, eq } from "drizzle-orm";
import { testNumbers } from "#app/db/schema/messaging/campaigns.ts";
import { badPhone } from "#app/domain/contacts/errors.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { testNumberAdded, testNumberRemoved } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, userOf } from "#app/platform/context.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";

const mostNumbers = 10;

/** @throws DomainError `contact.bad_phone`, `test_number.too_many`. */
export async function createTestNumber({
  ctx,
  input,
}: Call<{ phone: string; name: string }>): Promise<{ phone: string }> {
  const read = normalisePhone(input.phone);
  if (!read.ok) throw badPhone(read.reason, "phone");
  const { phone } = read;
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const known = await tx.$count(testNumbers, eq(testNumbers.orgId, ctx.orgId));
    if (known >= mostNumbers) throw messagingError("test_number.too_many");
    const added = await tx
      .insert(testNumbers)
      .values({ orgId: ctx.orgId, phone, name: input.name, createdBy: userOf(ctx.actor) })
      .onConflictDoNothing()
      .returning();
    if (added.length > 0) await record(tx, ctx, testNumberAdded, { subject: null, data: { phone } });
    return { phone };
  });
}

/** A missing one is already deleted. */
export async function deleteTestNumber({
  ctx,
  input: { phone },
}: Call<{ phone: string }>): Promise<{ removed: boolean }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const removed = await tx
      .delete(testNumbers)
      .where(and(eq(testNumbers.orgId, ctx.orgId), eq(testNumbers.phone, phone)))
      .returning();
    if (removed.length > 0) await record(tx, ctx, testNumberRemoved, { subject: null, data: { phone } });
    return { removed: removed.length > 0 };
  });
}
