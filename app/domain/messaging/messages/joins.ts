import { and, eq } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";

/** The joins of a conversation to its contact and to the organisation's number. */
export const withContact = and(
  eq(contacts.orgId, conversations.orgId),
  eq(contacts.id, conversations.contactId),
);
export const withNumber = and(
  eq(phoneNumbers.orgId, conversations.orgId),
  eq(phoneNumbers.phoneNumberId, conversations.phoneNumberId),
);
