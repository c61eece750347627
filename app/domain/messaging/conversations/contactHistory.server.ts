import { and, desc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { excerptOf, readMessage } from "#app/domain/messaging/messages/chatMessage.ts";
import { withCampaign, withTemplate } from "#app/domain/messaging/messages/joins.ts";
import { idsOfNewest, timestampOf } from "#app/domain/messaging/messages/timestampOf.ts";
import { windowIsOpen } from "#app/domain/messaging/messages/window.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

const shownMessages = 10;

/**
 * A contact's history: the conversation in which a reply is possible now, else the latest one, and the last
 * ten messages over all numbers, newest first. @throws DomainError `contact.not_found`
 */
export async function getContactHistory({ ctx, input }: Call<{ contactId: string }>) {
  const now = ctx.clock.now();
  const { orgId } = ctx;
  return ctx.db.withOrg(orgId, async (tx) => {
    const [contact] = await tx
      .select({ id: contacts.id })
      .from(contacts)
      .where(and(eq(contacts.orgId, orgId), eq(contacts.id, input.contactId)));
    if (!contact) throw notFound("Contact");
    const conversation = await findLatest(tx, orgId, contact.id);
    const ofContact = and(eq(messages.orgId, orgId), eq(messages.contactId, contact.id));
    const rows = await tx
      .select({
        message: messages,
        saidAt: timestampOf,
        template: { name: templates.name, components: templates.components },
        campaign: campaigns.name,
      })
      .from(messages)
      .leftJoin(templates, withTemplate)
      .leftJoin(campaigns, withCampaign)
      .where(and(ofContact, idsOfNewest(orgId, ofContact, shownMessages)))
      .orderBy(desc(timestampOf), desc(messages.id))
      .limit(shownMessages);
    return {
      conversation: conversation
        ? { id: conversation.id, windowOpen: windowIsOpen(conversation.windowEndsAt, now) }
        : null,
      messages: rows.map(({ message, saidAt, template, campaign }) => ({
        id: message.id,
        direction: message.direction,
        state: message.state,
        timestamp: saidAt,
        text: excerptOf(readMessage({ ...message, components: template?.components ?? null }).content),
        campaign: message.campaignId && campaign ? { id: message.campaignId, name: campaign } : null,
      })),
    };
  });
}

/** The conversation whose window ends last, else that of the last message. */
async function findLatest(tx: Tx, orgId: OrgId, contactId: string) {
  const [conversation] = await tx
    .select({ id: conversations.id, windowEndsAt: conversations.windowEndsAt })
    .from(conversations)
    .where(and(eq(conversations.orgId, orgId), eq(conversations.contactId, contactId)))
    .orderBy(sql`${conversations.windowEndsAt} desc nulls last`, desc(conversations.lastMessageAt))
    .limit(1);
  return conversation;
}
