import type { Call } from "#app/platform/context.ts";
import { queueTemplate } from "./queueTemplate.server.ts";
import type { TemplateToSend } from "./queueTemplates.server.ts";

/** Sends a template in a conversation. @throws DomainError `conversation.not_found` and those of `queueTemplate` */
export async function sendTemplateInConversation({
  ctx,
  input,
}: Call<TemplateToSend & { conversationId: string }>): Promise<{ messageId: string }> {
  return ctx.db.withOrg(ctx.orgId, (tx) => queueTemplate(tx, ctx, input.conversationId, input));
}
