import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";

/** A valid phone number in E.164, or null. */
export function phoneIn(text: string): string | null {
  const phone = normalisePhone(text);
  return phone.ok ? phone.phone : null;
}

/** The contact with one of these phone numbers. */
export async function contactByPhone(tx: Tx, orgId: OrgId, texts: readonly string[]) {
  const phones = texts.flatMap((text) => phoneIn(text) ?? []);
  if (phones.length === 0) return undefined;
  const [found] = await tx
    .select({ id: contacts.id, name: contacts.name, phone: contacts.phone })
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), inArray(contacts.phone, phones)))
    .limit(1);
  return found;
}
