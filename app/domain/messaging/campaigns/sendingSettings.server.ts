import { eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { sendingSettings, testNumbers } from "#app/db/schema/messaging/campaigns.ts";
import { frequencyCapChanged, quietHoursChanged } from "#app/domain/messaging/events.ts";
import { wakeSender } from "#app/domain/messaging/messages/wakeSender.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { QuietHours } from "./delivery.ts";
import { asClock } from "./words.ts";

/** The stored settings, not yet queried: no row without any. */
export const keptSendingSettings = (tx: Tx, orgId: OrgId) =>
  tx.select().from(sendingSettings).where(eq(sendingSettings.orgId, orgId));

export function asQuietHours([row]: Awaited<ReturnType<typeof keptSendingSettings>>): QuietHours | null {
  if (!row || row.quietFrom === null || row.quietTo === null) return null;
  return { from: row.quietFrom, to: row.quietTo, zone: row.quietZone };
}

/** At most so many marketing messages to one contact in so many days. */
export interface FrequencyCap {
  messages: number;
  days: number;
}

export const asCap = ([row]: Awaited<ReturnType<typeof keptSendingSettings>>): FrequencyCap | null =>
  !row || row.capMessages === null || row.capDays === null
    ? null
    : { messages: row.capMessages, days: row.capDays };

/** When the campaigns of an organisation wait; null: never. */
export const quietHoursOf = async (tx: Tx, orgId: OrgId): Promise<QuietHours | null> =>
  asQuietHours(await keptSendingSettings(tx, orgId));

const asSettings = (rows: Awaited<ReturnType<typeof keptSendingSettings>>) => ({
  quiet: asQuietHours(rows),
  cap: asCap(rows),
});

/** Quiet hours, the limit of marketing messages, and test numbers. */
export async function getSendingSettings(ctx: OrgContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => ({
    ...asSettings(await keptSendingSettings(tx, ctx.orgId)),
    testNumbers: await tx
      .select({ phone: testNumbers.phone, name: testNumbers.name })
      .from(testNumbers)
      .where(eq(testNumbers.orgId, ctx.orgId))
      .orderBy(testNumbers.createdAt, testNumbers.phone),
  }));
}

/**
 * Sets the quiet hours of campaigns, or none. They take effect at once for running campaigns; one-time codes
 * are sent at any hour.
 */
export async function setQuietHours({
  ctx,
  input: { quiet },
}: Call<{ quiet: QuietHours | null }>): Promise<{ quiet: QuietHours | null }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const values = {
      quietFrom: quiet?.from ?? null,
      quietTo: quiet?.to ?? null,
      ...(quiet ? { quietZone: quiet.zone } : {}),
      updatedAt: ctx.clock.now(),
    };
    await tx
      .insert(sendingSettings)
      .values({ orgId: ctx.orgId, ...values })
      .onConflictDoUpdate({ target: sendingSettings.orgId, set: values });
    const { rows } = await tx.execute<{ phoneNumberId: string }>(sql`
      update campaigns c set quiet_from = ${quiet?.from ?? null}::int, quiet_to = ${quiet?.to ?? null}::int, quiet_zone = ${quiet?.zone ?? null}::text
      from templates t
      where c.org_id = ${ctx.orgId} and c.status in ('scheduled', 'preparing', 'sending', 'paused')
        and t.org_id = ${ctx.orgId} and t.id = c.template_id and t.category <> 'AUTHENTICATION'
      returning c.phone_number_id as "phoneNumberId"`);
    for (const phoneNumberId of new Set(rows.map((row) => row.phoneNumberId))) wakeSender(tx, phoneNumberId);
    await record(tx, ctx, quietHoursChanged, {
      subject: null,
      data: quiet
        ? { from: asClock(quiet.from), to: asClock(quiet.to), zone: quiet.zone }
        : { from: null, to: null, zone: null },
    });
    return { quiet };
  });
}

/** Limits marketing messages to one contact, or not. It holds at once for running campaigns, and for sequences. */
export async function setFrequencyCap({
  ctx,
  input: { cap },
}: Call<{ cap: FrequencyCap | null }>): Promise<{ cap: FrequencyCap | null }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const values = {
      ...{ capMessages: cap?.messages ?? null, capDays: cap?.days ?? null },
      updatedAt: ctx.clock.now(),
    };
    await tx
      .insert(sendingSettings)
      .values({ orgId: ctx.orgId, ...values })
      .onConflictDoUpdate({ target: sendingSettings.orgId, set: values });
    await tx.execute(sql`
      update campaigns c set cap_messages = ${values.capMessages}::int, cap_days = ${values.capDays}::int
      from templates t
      where c.org_id = ${ctx.orgId} and c.status in ('scheduled', 'preparing', 'sending', 'paused')
        and t.org_id = ${ctx.orgId} and t.id = c.template_id and t.category = 'MARKETING'`);
    await record(tx, ctx, frequencyCapChanged, {
      subject: null,
      data: { messages: values.capMessages, days: values.capDays },
    });
    return { cap };
  });
}
