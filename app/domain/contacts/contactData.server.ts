import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { contacts, contactTags, contactValues } from "#app/db/schema/contacts/contacts.ts";
import { contactImportErrors } from "#app/db/schema/contacts/imports.ts";
import { personRequests } from "#app/db/schema/contacts/requests.ts";
import type { ContactTable } from "#app/domain/record/contactTables.ts";

const { orgId: _orgId, searchText: _searchText, ...contactColumns } = getTableColumns(contacts);

const keptByTriggers = {
  onExport: "Repeats what the contact's row has",
  onErase: "Deleted by a trigger with the contact's row",
  onMerge: "Written by a trigger of the kept contact's row",
};

/** What this room has of a contact besides its own row, which is merged and erased by the verbs themselves. */
export const ownContactData: readonly ContactTable[] = [
  {
    table: contacts,
    onExport: {
      name: "contact",
      columns: contactColumns,
      leftOut: { orgId: "The organisation's number", searchText: "The same words, for searches" },
      read: (tx, { orgId, contactId }) =>
        tx
          .select(contactColumns)
          .from(contacts)
          .where(and(eq(contacts.orgId, orgId), eq(contacts.id, contactId))),
    },
    onErase: "Deleted before all others",
    onMerge: "United after all others",
  },
  { table: contactValues, ...keptByTriggers },
  { table: contactTags, ...keptByTriggers },
  {
    table: personRequests,
    onExport: "The person made the request; the rest is how the organisation handled it",
    async onErase(tx, { orgId }, { contactId, isRequested }) {
      // The certificate stays; a request that was refused or handed over may name them in its note.
      if (isRequested)
        await tx
          .update(personRequests)
          .set({ note: "" })
          .where(and(eq(personRequests.orgId, orgId), eq(personRequests.contactId, contactId)));
      return {};
    },
    async onMerge(tx, { orgId, keptId, goneId }) {
      // One request of a kind is open at a time.
      await tx.execute(sql`
        update person_requests r set contact_id = ${keptId} where r.org_id = ${orgId} and r.contact_id = ${goneId}
          and not (r.state = 'open' and exists (select 1 from person_requests o
            where o.org_id = ${orgId} and o.contact_id = ${keptId} and o.state = 'open' and o.kind = r.kind))`);
    },
  },
  {
    table: contactImportErrors,
    onExport: "Refused rows of a file became no contact's data",
    async onErase(tx, { orgId }, { phone, isRequested }) {
      if (isRequested && phone)
        await tx.execute(sql`
          delete from contact_import_errors where org_id = ${orgId} and exists (
            select 1 from unnest("row") cell where strpos(regexp_replace(cell, '\D', '', 'g'), ${phone.slice(-9)}) > 0)`);
      return {};
    },
    onMerge: "Refused rows of a file belong to no contact",
  },
];
