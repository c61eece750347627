import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { contactFactsOf, type FactOf, factsFrom, type Person } from "#app/domain/automation/facts.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { dayOf } from "#app/platform/time/calendar.ts";

/** A contact of an enrolment, as they are now. */
export interface Known extends Person {
  optedOutAt: Date | null;
  /** The last conversation, for a contact without a phone number. */
  conversationId: string | null;
  factOf: FactOf;
}

interface About {
  contactId: string;
  anchorAt: Date | null;
  /** Payments since then count. */
  createdAt: Date;
}

/** The contact with the facts that checks and texts use; empty when the contact was deleted. */
export async function loadPerson(tx: Tx, { orgId }: Pick<OrgContext, "orgId">, about: About): Promise<Known> {
  const { contactId, anchorAt, createdAt } = about;
  const since = createdAt.toISOString();
  const [row] = await tx
    .select({
      ...{ name: contacts.name, phone: contacts.phone, tags: contacts.tags, fields: contacts.fields },
      optedOutAt: contacts.optedOutAt,
      conversationId: sql<string | null>`(select v.id from conversations v where v.org_id = ${orgId}
        and v.contact_id = ${contactId} order by v.last_message_at desc limit 1)`,
      hasPaid: sql<boolean>`exists (select 1 from payment_requests r where r.org_id = ${orgId}
        and r.contact_id = ${contactId} and r.state = 'paid' and r.ended_at >= ${since}::timestamptz)`,
      openRequests: sql<number>`(select count(*)::int from payment_requests r where r.org_id = ${orgId}
        and r.contact_id = ${contactId} and r.ended_at is null)`,
    })
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), eq(contacts.id, contactId)));
  const person = {
    ...{ name: row?.name ?? "", phone: row?.phone ?? "", tags: row?.tags ?? [], fields: row?.fields ?? {} },
    ...{ optedOutAt: row?.optedOutAt ?? null, conversationId: row?.conversationId ?? null },
  };
  const facts = {
    ...contactFactsOf(person),
    anchor_date: anchorAt ? dayOf(anchorAt) : "",
    has_paid: row?.hasPaid ? "yes" : "no",
    open_requests: String(row?.openRequests ?? 0),
  };
  return { ...person, factOf: factsFrom(facts, person.fields) };
}
