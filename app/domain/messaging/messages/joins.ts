import { and, eq } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";

/** The joins of a conversation to its contact and to the organisation's number. */
export const withContact = and(
  eq(contacts.orgId, conversations.orgId),
  eq(contacts.id, conversations.contactId),
);
export const withNumber = and(
  eq(phoneNumbers.orgId, conversations.orgId),
  eq(phoneNumbers.phoneNumberId, conversations.phoneNumberId),
);
/** The joins of a message to its template and its campaign. */
export const withTemplate = and(eq(templates.orgId, messages.orgId), eq(templates.id, messages.templateId));
export const withCampaign = and(eq(campaigns.orgId, messages.orgId), eq(campaigns.id, messages.campaignId));
