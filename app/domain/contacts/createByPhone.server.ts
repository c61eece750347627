import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { contactCreated } from "#app/domain/contacts/events.ts";
import { recordAll } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";

const rowsPerStatement = 2000;

/** The ids of contacts by their numbers, for those that are known. */
export async function idsByPhone(
  tx: Tx,
  orgId: OrgId,
  phones: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: contacts.id, phone: contacts.phone })
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), isAnyOf(contacts.phone, phones)));
  return new Map(rows.map(({ id, phone }) => [phone ?? "", id]));
}

/** Creates contacts without consent for numbers that are not known yet. */
export async function createByPhone(
  tx: Tx,
  ctx: OrgContext,
  people: readonly { phone: string; name: string }[],
): Promise<void> {
  const now = ctx.clock.now();
  for (let at = 0; at < people.length; at += rowsPerStatement) {
    const made = await tx
      .insert(contacts)
      .values(
        people.slice(at, at + rowsPerStatement).map(({ phone, name }) => ({
          ...{ orgId: ctx.orgId, id: newId("con", now.getTime()), phone, name, createdAt: now },
        })),
      )
      .onConflictDoNothing()
      .returning({ id: contacts.id, name: contacts.name, phone: contacts.phone });
    const events = made.map(({ id, name, phone }) => ({ subject: id, data: { name, phone: phone ?? "" } }));
    await recordAll(tx, ctx, contactCreated, events);
  }
}
