import { and, asc, desc, eq, sql } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { personRequests } from "#app/db/schema/contacts/requests.ts";
import { personExported } from "#app/domain/contacts/events.ts";
import { contactTables } from "#app/domain/record/contactTables.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { isGenuine } from "./certificate.server.ts";

const listed = 100;

const columns = {
  id: personRequests.id,
  kind: personRequests.kind,
  state: personRequests.state,
  contactId: personRequests.contactId,
  note: personRequests.note,
  requestedAt: personRequests.requestedAt,
  dueAt: personRequests.dueAt,
  closedAt: personRequests.closedAt,
  refusal: personRequests.refusal,
  certificate: personRequests.certificate,
  /** Null once they are erased. */
  contact: sql<string | null>`coalesce(nullif(${contacts.name}, ''), ${contacts.phone})`,
};
const theirContact = and(eq(contacts.orgId, personRequests.orgId), eq(contacts.id, personRequests.contactId));

/** The requests of persons, open ones first, the most urgent on top. */
export async function listPersonRequests(ctx: OrgContext) {
  const now = ctx.clock.now();
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const rows = await tx
      .select(columns)
      .from(personRequests)
      .leftJoin(contacts, theirContact)
      .where(eq(personRequests.orgId, ctx.orgId))
      .orderBy(sql`${personRequests.state} <> 'open'`, asc(personRequests.dueAt), desc(personRequests.id))
      .limit(listed);
    const requests = rows.map(({ note: _, certificate: __, ...row }) => ({
      ...row,
      isLate: row.state === "open" && row.dueAt < now,
    }));
    return { requests };
  });
}

/** One request, with its certificate and whether that is genuine. @throws DomainError `person_request.not_found`. */
export async function getPersonRequest({ ctx, input }: Call<{ personRequestId: string }>) {
  const [found] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select(columns)
      .from(personRequests)
      .leftJoin(contacts, theirContact)
      .where(and(eq(personRequests.orgId, ctx.orgId), eq(personRequests.id, input.personRequestId))),
  );
  if (!found) throw notFound("Person request");
  const isLate = found.state === "open" && found.dueAt < ctx.clock.now();
  return { request: { ...found, isLate, certified: isGenuine(ctx, found) } };
}

/**
 * The organisation's complete data on the person of a request, as pages of rows for a file; the export is
 * logged. @throws DomainError `person_request.not_found`, `contact.not_found` once they are erased.
 */
export async function personData({ ctx, input }: Call<{ personRequestId: string }>) {
  const { request } = await getPersonRequest({ ctx, input });
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const copy: Record<string, readonly Record<string, unknown>[]> = {};
    for (const { onExport } of contactTables())
      if (typeof onExport === "object")
        copy[onExport.name] = await onExport.read(tx, { orgId: ctx.orgId, contactId: request.contactId });
    const { contact: [contact] = [], ...theirs } = copy;
    if (!contact) throw notFound("Contact");
    await record(tx, ctx, personExported, { subject: input.personRequestId, data: {} });
    return { contact, ...theirs };
  });
}
