import { and, asc, eq, sql } from "drizzle-orm";
import { events } from "#app/db/schema/record/events.ts";
import { outgoingEvents } from "#app/db/schema/record/webhooks.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { type ContactTable, leftOutAs } from "./contactTables.ts";
import { forgetPerson } from "./forgetPerson.server.ts";

const eventColumns = { at: events.at, name: events.name, data: events.data };

/** Events name contacts in their data, and in those of contacts that were merged into them. */
export const recordContactData: readonly ContactTable[] = [
  {
    table: outgoingEvents,
    onExport: "What the organisation's systems were sent of events, which the copy has",
    async onErase(tx, { orgId }, { contactId, conversationIds }) {
      const talks = JSON.stringify(conversationIds);
      // A delivery is stored with its event, at the same time: it is found along the log of its endpoint.
      await tx.execute(sql`
        with recursive same(id) as (
          select ${contactId}::text
          union
          select e.data ->> 'mergedId' from same join events e on e.org_id = ${orgId} and e.subject_id = same.id
          where e.name = 'contact.merged'
        ), gone as (
          delete from outgoing_events where org_id = ${orgId} and coalesce(data ->> 'contact_id', subject_id) in (
            select id from same union all select jsonb_array_elements_text(${talks}::jsonb))
          returning id, created_at
        )
        delete from webhook_deliveries d using gone, webhook_endpoints w
        where d.org_id = ${orgId} and w.org_id = ${orgId} and d.endpoint_id = w.id
          and d.created_at = gone.created_at and d.event_id = gone.id`);
      return {};
    },
    onMerge: "Found by the event of the merge",
  },
  {
    table: events,
    onExport: {
      name: "events",
      columns: eventColumns,
      leftOut: {
        ...leftOutAs("How the log keeps it", "orgId", "id", "type", "status", "correlationId"),
        ...leftOutAs("The person themselves", "subjectKind", "subjectId"),
        ...leftOutAs("The member who did it", "actorKind", "actorId", "onBehalfOf", "ipAddress", "userAgent"),
        changes: "What the organisation's members changed, for its log",
      },
      read: (tx, { orgId, contactId }) =>
        tx
          .select(eventColumns)
          .from(events)
          .where(and(eq(events.orgId, orgId), eq(events.subjectId, contactId)))
          .orderBy(asc(events.at)),
    },
    onErase(tx, ctx, { contactId, conversationIds, name, phone }) {
      const knownBy = [name, ...(phone ? [phone, readablePhone(phone)] : [])].filter(Boolean);
      return forgetPerson(tx, ctx, { contactId, conversationIds: [...conversationIds], knownBy });
    },
    onMerge: "What happened stays; the event of the merge leads from one contact to the other",
  },
];
