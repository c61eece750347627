import { and, eq, sql } from "drizzle-orm";
import { connectionLinks } from "#app/db/schema/integrations/connections.ts";
import { eventTasks } from "#app/db/schema/integrations/rules.ts";
import { type ContactTable, deletedWithContact } from "#app/domain/record/contactTables.ts";

export const integrationsContactData: readonly ContactTable[] = [
  {
    table: connectionLinks,
    onExport: "Numbers by which other services know the contact",
    onErase: deletedWithContact,
    async onMerge(tx, { orgId, keptId, goneId }) {
      // A connection has one id per contact.
      await tx.execute(sql`
        update connection_links l set contact_id = ${keptId} where l.org_id = ${orgId} and l.contact_id = ${goneId}
          and not exists (select 1 from connection_links o
            where o.org_id = ${orgId} and o.connection_id = l.connection_id and o.contact_id = ${keptId})`);
    },
  },
  {
    table: eventTasks,
    onExport: "What rules and connections did; their messages, deals and tasks are in the copy",
    /** Notes include the contact's number and message texts. */
    async onErase(tx, { orgId }, { contactId }) {
      await tx
        .delete(eventTasks)
        .where(and(eq(eventTasks.orgId, orgId), eq(eventTasks.contactId, contactId)));
      return {};
    },
    onMerge: "A run stays with the event that it was for",
  },
];
