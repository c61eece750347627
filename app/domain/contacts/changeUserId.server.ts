import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Jobs } from "#app/platform/jobs.ts";
import { mergeContacts } from "./merge.server.ts";

/**
 * Meta has given a person a new user id. A contact already known by the new one is the same person; but a
 * contact with another number is not, and only loses the id. Returns the person's contact from now on.
 */
export async function changeUserId(
  tx: Tx,
  {
    orgId,
    contactId,
    bsuid,
    at,
    jobs,
  }: { orgId: OrgId; contactId: string; bsuid: string; at: Date; jobs: Jobs },
): Promise<{ contactId: string }> {
  const row = (id: string) => and(eq(contacts.orgId, orgId), eq(contacts.id, id));
  const [person] = await tx.select().from(contacts).where(row(contactId)).for("update");
  const [owner] = await tx
    .select()
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), eq(contacts.bsuid, bsuid)))
    .for("update");
  if (!person || owner?.id === contactId) return { contactId };
  let keptId = contactId;
  if (owner && owner.phone !== null && person.phone !== null)
    await tx.update(contacts).set({ bsuid: null }).where(row(owner.id));
  else if (owner) {
    const isOwnerKept = owner.phone !== null;
    keptId = isOwnerKept ? owner.id : contactId;
    await mergeContacts(tx, { orgId, keptId, goneId: isOwnerKept ? contactId : owner.id, at, jobs });
  }
  await tx.update(contacts).set({ bsuid }).where(row(keptId));
  return { contactId: keptId };
}
