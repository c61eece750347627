import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { signRedactions, type Touched } from "./audit/redact.server.ts";

/**
 * Removes a contact's personal data from events, in the transaction that erases it. Events name a person in
 * the fields `name`, `contact`, `phone`, `bsuid` and `source` of their data; they are about them by their
 * subject or by `contactId`. `knownBy` are the names in sentences of earlier versions. The rest of sealed
 * events is signed, so that the log stays valid. Returns how many events it changed.
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
