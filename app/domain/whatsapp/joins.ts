import { and, eq } from "drizzle-orm";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";

/** Joins of a phone number and of a template to their account. */
export const withAccount = and(
  eq(whatsappAccounts.orgId, phoneNumbers.orgId),
  eq(whatsappAccounts.id, phoneNumbers.whatsappAccountId),
);
export const withAccountOfTemplate = and(
  eq(whatsappAccounts.orgId, templates.orgId),
  eq(whatsappAccounts.id, templates.whatsappAccountId),
);
