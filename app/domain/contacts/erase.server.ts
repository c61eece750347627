import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { contactTables, type Erasure } from "#app/domain/record/contactTables.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

/**
 * Erases a contact; each room erases its rows about them. Messages of campaigns and billed ones stay as records, and the log
 * names no one. `isRequested`: the person asked for it, so that the records lose the person too, also of a contact that was
 * deleted before. @throws DomainError `contact.not_found`, and what rooms refuse.
 */
export async function eraseContact(
  tx: Tx,
  ctx: OrgContext,
  contactId: string,
  { isRequested = false } = {},
): Promise<Erasure> {
  const [gone] = await tx
    .delete(contacts)
    .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contactId)))
    .returning({ name: contacts.name, phone: contacts.phone });
  if (!gone && !isRequested) throw notFound("Contact");
  const person = { contactId, name: gone?.name ?? "", phone: gone?.phone ?? null, isRequested };
  let erasure: Erasure = { conversationIds: [], messages: 0, emptied: 0, events: 0 };
  for (const { onErase } of contactTables())
    if (typeof onErase === "function")
      erasure = {
        ...erasure,
        ...(await onErase(tx, ctx, { ...person, conversationIds: erasure.conversationIds })),
      };
  return erasure;
}
