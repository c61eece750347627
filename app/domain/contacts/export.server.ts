import { and, asc, gt, sql } from "drizzle-orm";
import type { z } from "zod";
import type { OrgContext } from "#app/api/context.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { exportNames } from "#app/domain/contactImports/columns.ts";
import { dayOf } from "#app/shared/calendar.ts";
import { csvDownload } from "#app/shared/csv.server.ts";
import { conditions } from "./queries.server.ts";
import type { contactFilters } from "./schemas.ts";

const batch = 5000;
const { optedOut, lastSeen, added } = exportNames;
const columns = ["phone", "name", "tags", "consent", optedOut, lastSeen, added];

/**
 * The contacts that match as a CSV file which an import understands: numbers as digits, tags by semicolon, consent as
 * yes or no, a column for each further field. Read batch by batch while it is sent; the activity log notes who took it.
 */
export async function exportContacts({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: z.output<typeof contactFilters>;
}): Promise<Response> {
  const matches = and(...conditions(ctx, input));
  const fields = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const names = await tx
      .selectDistinct({ name: sql<string>`jsonb_object_keys(${contacts.fields})`.as("name") })
      .from(contacts)
      .where(matches)
      .orderBy(sql`name`);
    await recordActivity(tx, ctx, {
      type: "message",
      action: "Contacts exported",
      details: "Contacts were exported as a CSV file",
    });
    return names.map(({ name }) => name);
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
        contact.consent === "granted" ? "yes" : "no",
        contact.optedOutAt,
        contact.lastSeenAt,
        contact.createdAt,
        ...fields.map((field) => contact.fields[field]),
      ]);
      if (rows.length < batch) return;
      after = rows.at(-1)!.id;
    }
  }
  return csvDownload(`contacts_${dayOf(ctx.clock.now())}.csv`, [...columns, ...fields], pages());
}
