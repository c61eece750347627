import { and, eq } from "drizzle-orm";
import { conversations, messages } from "#app/db/schema/messaging.ts";
import { type TemplateComponent, templates } from "#app/db/schema/whatsapp.ts";
import { renderTemplate } from "#app/domain/whatsapp/templates/variables.ts";
import { excerptOf } from "./chatMessage.ts";

/** What joins a conversation to the campaign's message that may be its last one, and to that message's template. */
export const withLastCampaignMessage = and(
  eq(messages.orgId, conversations.orgId),
  eq(messages.id, conversations.lastCampaignMessageId),
);
export const withItsTemplate = and(
  eq(templates.orgId, messages.orgId),
  eq(templates.id, messages.templateId),
);

export const previewColumns = {
  lastMessage: conversations.lastMessage,
  variables: messages.variables,
  components: templates.components,
};

/** The last line of a conversation. */
export function previewOf({
  lastMessage,
  variables,
  components,
}: {
  lastMessage: string;
  variables: Record<string, string> | null;
  components: TemplateComponent[] | null;
}): string {
  if (lastMessage !== "" || components === null) return lastMessage;
  return excerptOf(renderTemplate(components, variables ?? {}).body);
}
