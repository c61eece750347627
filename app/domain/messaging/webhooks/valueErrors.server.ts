import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { troubleReported } from "#app/domain/messaging/events.ts";
import { readMetaError } from "#app/domain/messaging/messages/metaError.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { MessagesValue } from "#app/domain/whatsapp/webhookEvents/events.ts";
import { claimOnce } from "#app/domain/whatsapp/webhookEvents/once.server.ts";
import { metaActor } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/**
 * Trouble of a number that belongs to no message (facts/whatsapp-cloud-api.md §5.3): into the activity log, each kind once
 * an hour at most, since Meta repeats it for as long as it lasts. Returns the codes, for the log.
 */
export async function recordValueErrors(
  tx: Tx,
  orgId: OrgId,
  phoneNumberId: string,
  { errors = [], metadata }: MessagesValue,
  now: Date,
): Promise<{ codes: number[] }> {
  const read = errors.map(readMetaError).filter((error) => error !== null);
  for (const { code, detail } of read) {
    const key = `error:${phoneNumberId}:${code}:${now.toISOString().slice(0, 13)}`;
    if (!(await claimOnce(tx, orgId, key))) continue;
    const [number] = await tx
      .select({ id: phoneNumbers.id })
      .from(phoneNumbers)
      .where(and(eq(phoneNumbers.orgId, orgId), eq(phoneNumbers.phoneNumberId, phoneNumberId)));
    await record(tx, { orgId, actor: metaActor, clock: { now: () => now } }, troubleReported, {
      subject: number?.id ?? null,
      data: { number: metadata?.display_phone_number ?? phoneNumberId, code, reason: detail },
    });
  }
  return { codes: read.map(({ code }) => code) };
}
