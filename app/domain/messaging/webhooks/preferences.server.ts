import type { Tx } from "#app/db/client.server.ts";
import { optIn, stopMarketing } from "#app/domain/contacts/consent.server.ts";
import { findOrCreateByWebhook } from "#app/domain/contacts/findOrCreateByWebhook.server.ts";
import { whatsappIdentity } from "#app/domain/contacts/whatsappIdentity.ts";
import { type MessagesValue, timeOf } from "#app/domain/whatsapp/webhookEvents/events.ts";
import { claimOnce } from "#app/domain/whatsapp/webhookEvents/once.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** `signup`: they asked for marketing by a link of the business. */
const changes: Record<string, typeof optIn> = { stop: stopMarketing, resume: optIn, signup: optIn };

/** A customer stopped, resumed or asked for marketing in WhatsApp's own settings. */
export async function applyPreferences(
  tx: Tx,
  { clock, jobs }: Pick<Services, "clock" | "jobs">,
  orgId: OrgId,
  value: MessagesValue,
): Promise<void> {
  const now = clock.now();
  for (const { wa_id, user_id, value: preference = "", timestamp } of value.user_preferences ?? []) {
    const who = whatsappIdentity({ waId: wa_id, bsuid: user_id });
    const change = changes[preference];
    if (!change || (!who.waId && !who.bsuid)) continue;
    const at = timeOf(timestamp, now);
    if (!(await claimOnce(tx, orgId, `preference:${wa_id ?? user_id}:${preference}:${at.getTime()}`)))
      continue;
    const { contactId } = await findOrCreateByWebhook(tx, { orgId, now, jobs, ...who });
    await change(tx, { orgId, contactId, source: "whatsapp:preferences", at, jobs });
  }
}
