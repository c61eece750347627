import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** @throws DomainError `contact.not_found` */
export async function findContact(tx: Tx, orgId: OrgId, contactId: string) {
  const [contact] = await tx
    .select()
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), eq(contacts.id, contactId)));
  if (!contact) throw notFound("Contact");
  return contact;
}
