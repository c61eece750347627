import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { signRedactions, type Touched } from "./audit/redact.server.ts";

/**
 * Takes out of the events what they tell of a contact that is erased, in the transaction that erases it. Events tell of a
 * person by the names `name`, `contact`, `phone`, `bsuid` and `source` of their data; they are about them by their subject
 * or by `contactId`. `knownBy` are the words by which the sentences of earlier versions named them. What is left of sealed
 * events is signed, so that the log stays whole. Returns how many events it touched.
 */
export async function forgetPerson(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId" | "config" | "clock">,
  person: { contactId: string; conversationIds: string[]; knownBy: string[] },
): Promise<{ events: number }> {
  const texts = (list: string[]) =>
    sql`array(select jsonb_array_elements_text(${JSON.stringify(list)}::jsonb))`;
  const { rows } = await tx.execute<Touched & Record<string, unknown>>(sql`
    select event_id as "eventId", seal
    from forget_person(${ctx.orgId}, ${person.contactId}, ${texts(person.conversationIds)}, ${texts(person.knownBy)})`);
  await signRedactions(tx, ctx, rows);
  return { events: rows.length };
}
