import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notify } from "#app/db/notify.server.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { openForSending } from "./openForSending.server.ts";
import { queueTemplates, type TemplateToSend } from "./queueTemplates.server.ts";

/**
 * Queues one template in a conversation, in the caller's transaction.
 * @throws DomainError those of `openForSending` and `queueTemplates`
 */
export async function queueTemplate(
  tx: Tx,
  ctx: OrgContext,
  conversationId: string,
  input: TemplateToSend,
): Promise<{ messageId: string }> {
  const open = await openForSending(tx, ctx, conversationId);
  const byId = and(eq(templates.orgId, ctx.orgId), eq(templates.id, input.templateId));
  const [template] = await tx.select().from(templates).where(byId);
  const place = { open, template, events: [], isNew: false };
  const { outcomes, notices } = await queueTemplates(tx, ctx, [{ ...input, ctx, place }]);
  const outcome = outcomes[0]!;
  if ("error" in outcome) throw outcome.error;
  for (const { channel, payload } of await notices) notify(tx, channel, payload);
  return { messageId: outcome.messageId };
}
