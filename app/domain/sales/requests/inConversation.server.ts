import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import {
  type OpenConversation,
  openForSending,
} from "#app/domain/messaging/messages/openForSending.server.ts";
import { queueMessage } from "#app/domain/messaging/messages/queueMessage.server.ts";
import { queueTemplate } from "#app/domain/messaging/messages/queueTemplate.server.ts";
import { valuesOf } from "#app/domain/messaging/messages/templateValues.ts";
import { windowIsOpen } from "#app/domain/messaging/messages/window.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** What a customer is sent about money: once for a key. */
export interface MoneyMessage {
  key: string;
  /** Within the service window. */
  text(open: OpenConversation): string;
  /** Outside of it: an approved template, or null. */
  templateId: string | null;
  /** Values for as many words as the template has. */
  parameters: readonly string[];
}

/** The customer's language, or else the organisation's. */
export const localeOf = ({ contact, org }: OpenConversation) => contact.language ?? org.locale ?? "en";

/** Why nothing was sent. */
export type Unsent = "no_conversation" | "window_closed";

/**
 * Sends a message about money in a conversation, or else in the contact's last one: as a text while the service
 * window is open, else as the template. @throws DomainError those of `queueMessage` and `queueTemplate`
 */
export async function sendAboutMoney(
  tx: Tx,
  ctx: OrgContext,
  to: { contactId: string; conversationId?: string | null },
  { key, text, templateId, parameters }: MoneyMessage,
): Promise<{ messageId: string; as: "text" | "template" } | { unsent: Unsent }> {
  const conversationId = to.conversationId ?? (await lastConversation(tx, ctx, to.contactId));
  if (conversationId === undefined) return { unsent: "no_conversation" };
  const open = await openForSending(tx, ctx, conversationId);
  if (windowIsOpen(open.conversation.windowEndsAt, ctx.clock.now())) {
    const content = { type: "text" } as const;
    const { messageId } = await queueMessage(tx, ctx, open, { key, body: text(open), content });
    return { messageId, as: "text" };
  }
  if (templateId === null) return { unsent: "window_closed" };
  const variables = await valuesFor(tx, ctx, templateId, parameters);
  const { messageId } = await queueTemplate(tx, ctx, conversationId, { templateId, variables, key });
  return { messageId, as: "template" };
}

/** The conversation in which the contact or we wrote last. */
export async function lastConversation(
  tx: Tx,
  { orgId }: OrgContext,
  contactId: string,
): Promise<string | undefined> {
  const [last] = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.orgId, orgId), eq(conversations.contactId, contactId)))
    .orderBy(desc(conversations.lastMessageAt))
    .limit(1);
  return last?.id;
}

async function valuesFor(tx: Tx, ctx: OrgContext, templateId: string, all: readonly string[]) {
  const [template] = await tx
    .select({ components: templates.components })
    .from(templates)
    .where(and(eq(templates.orgId, ctx.orgId), eq(templates.id, templateId)));
  const variables = variablesOf(template?.components ?? []);
  const parameters = all.slice(0, variables.length).map((value) => value || "-");
  return valuesOf(variables, { parameters, parts: {} });
}
