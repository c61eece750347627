import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

/**
 * Takes out of the events what they tell of a contact that is erased, in the transaction that erases it. Events tell of a
 * person by the names `name`, `contact`, `phone`, `bsuid` and `source` of their data; they are about them by their subject
 * or by `contactId`. `knownBy` are the words by which the sentences of earlier versions named them.
 */
export async function forgetPerson(
  tx: Tx,
  person: { orgId: OrgId; contactId: string; conversationIds: string[]; knownBy: string[] },
): Promise<void> {
  const texts = (list: string[]) =>
    sql`array(select jsonb_array_elements_text(${JSON.stringify(list)}::jsonb))`;
  await tx.execute(sql`
    select forget_person(${person.orgId}, ${person.contactId}, ${texts(person.conversationIds)}, ${texts(person.knownBy)})`);
}
