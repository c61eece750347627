import type { Tx } from "#app/db/client.server.ts";
import { findOrCreateByWebhook } from "#app/domain/contacts/findOrCreateByWebhook.server.ts";
import { whatsappIdentity } from "#app/domain/contacts/whatsappIdentity.ts";
import { type MessagesValue, timeOf } from "#app/domain/whatsapp/webhookEvents/events.ts";
import { claimOnce } from "#app/domain/whatsapp/webhookEvents/once.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { putInThreads } from "./thread.server.ts";

/**
 * What the business wrote in its WhatsApp Business app, on a number that it uses there too: into the chat, once. It is
 * neither sent nor billed here, so no total counts it.
 */
export async function applyEchoes(
  tx: Tx,
  { clock, jobs }: Pick<Services, "clock" | "jobs">,
  place: { orgId: OrgId; phoneNumberId: string },
  value: MessagesValue,
): Promise<{ mediaIds: string[] }> {
  const { orgId } = place;
  const now = clock.now();
  const mediaIds: string[] = [];
  for (const message of value.message_echoes ?? []) {
    const who = whatsappIdentity({ waId: message.to, bsuid: message.to_user_id });
    if (!message.id || message.group_id || (!who.waId && !who.bsuid)) continue;
    if (!(await claimOnce(tx, orgId, `message:${message.id}`))) continue;
    const { contactId } = await findOrCreateByWebhook(tx, { orgId, now, jobs, ...who });
    const at = timeOf(message.timestamp, now);
    const [put] = await putInThreads(tx, place, [
      { contactId, message, at, isNews: false, direction: "out" },
    ]);
    if (put?.mediaId) mediaIds.push(put.mediaId);
  }
  return { mediaIds };
}
