import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** The KRA PIN of a contact, if it gave one. */
export async function pinOf(tx: Tx, orgId: OrgId, contactId: string | null): Promise<string | null> {
  const [contact] = await tx
    .select({ kraPin: contacts.kraPin })
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), eq(contacts.id, contactId ?? "")));
  return contact?.kraPin ?? null;
}
