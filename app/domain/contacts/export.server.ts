import { and, asc, gt, sql } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { contactsExported } from "#app/domain/contacts/events.ts";
import { exportNames } from "#app/domain/contacts/imports/columns.ts";
import { type Filters, matchingAll } from "#app/domain/contacts/segments/matching.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { fieldKey, fieldOf } from "#app/platform/forms/fieldNames.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";

const batch = 5000;
const columns = () => [
  m.files_phone(),
  m.files_name(),
  m.files_tags(),
  m.files_consent(),
  m.common_kra_pin(),
  exportNames.optedOut(),
  exportNames.lastSeen(),
  exportNames.added(),
];

/**
 * The contacts that match as the rows of a file which an import understands in each language: numbers as digits,
 * tags by semicolon, consent as yes or no, a column for each further field. Read batch by batch; the export is
 * logged.
 */
export async function exportContacts({ ctx, input }: Call<Filters>) {
  const { matches, fields } = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const matches = await matchingAll(tx, ctx, input);
    const names = await tx
      .selectDistinct({ name: sql<string>`jsonb_object_keys(${contacts.fields})`.as("name") })
      .from(contacts)
      .where(matches)
      .orderBy(sql`name`);
    await record(tx, ctx, contactsExported, { subject: null, data: {} });
    return { matches, fields: [...new Map(names.map(({ name }) => [fieldKey(name), name])).values()] };
  });
  async function* pages() {
    let after = "";
    for (;;) {
      const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
        tx
          .select()
          .from(contacts)
          .where(and(matches, gt(contacts.id, after)))
          .orderBy(asc(contacts.id))
          .limit(batch),
      );
      yield rows.map((contact) => [
        contact.phone?.replace("+", "") ?? "",
        contact.name,
        contact.tags.join("; "),
        contact.consent === "granted" ? m.files_yes() : m.files_no(),
        contact.kraPin,
        contact.optedOutAt,
        contact.lastSeenAt,
        contact.createdAt,
        ...fields.map((field) => fieldOf(contact.fields, field)),
      ]);
      if (rows.length < batch) return;
      after = rows.at(-1)!.id;
    }
  }
  const fileName = `contacts_${dayOf(ctx.clock.now())}.csv`;
  return { fileName, header: [...columns(), ...fields], pages: pages() };
}
