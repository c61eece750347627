import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { personRequests } from "#app/db/schema/contacts/requests.ts";
import { dealStages, deals } from "#app/db/schema/crm/deals.ts";
import { crmTasks } from "#app/db/schema/crm/tasks.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { conversationNotes } from "#app/db/schema/messaging/inbox.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { events } from "#app/db/schema/record/events.ts";
import { personExported } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { noteWords } from "#app/platform/text/notes.ts";
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
export async function getPersonRequest({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { personRequestId: string };
}) {
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
export async function personData({ ctx, input }: { ctx: OrgContext; input: { personRequestId: string } }) {
  const { request } = await getPersonRequest({ ctx, input });
  const { contactId } = request;
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [contact] = await tx
      .select()
      .from(contacts)
      .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contactId)));
    if (!contact) throw notFound("Contact");
    const theirs = {
      ...(await readTalks(tx, ctx.orgId, contactId)),
      ...(await readDealings(tx, ctx.orgId, contactId)),
    };
    const told = await tx
      .select({ at: events.at, name: events.name, data: events.data })
      .from(events)
      .where(and(eq(events.orgId, ctx.orgId), eq(events.subjectId, contactId)))
      .orderBy(asc(events.at));
    await record(tx, ctx, personExported, { subject: input.personRequestId, data: {} });
    const { searchText: _, orgId: __, ...person } = contact;
    return { contact: person, ...theirs, events: told };
  });
}

/** A person's deals and tasks. */
async function readDealings(tx: Tx, orgId: OrgId, contactId: string) {
  return {
    deals: await tx
      .select({
        title: deals.title,
        valueCents: deals.valueCents,
        stage: dealStages.name,
        closesOn: deals.closesOn,
        createdAt: deals.createdAt,
      })
      .from(deals)
      .innerJoin(dealStages, and(eq(dealStages.orgId, deals.orgId), eq(dealStages.id, deals.stageId)))
      .where(and(eq(deals.orgId, orgId), eq(deals.contactId, contactId))),
    tasks: await tx
      .select({
        title: crmTasks.title,
        note: crmTasks.note,
        dueAt: crmTasks.dueAt,
        doneAt: crmTasks.doneAt,
      })
      .from(crmTasks)
      .where(and(eq(crmTasks.orgId, orgId), eq(crmTasks.contactId, contactId))),
  };
}

/** Messages with a person, and notes about them. */
async function readTalks(tx: Tx, orgId: OrgId, contactId: string) {
  const talks = await tx
    .select({
      id: conversations.id,
      createdAt: conversations.createdAt,
      lastMessageAt: conversations.lastMessageAt,
    })
    .from(conversations)
    .where(and(eq(conversations.orgId, orgId), eq(conversations.contactId, contactId)));
  const said = await tx
    .select({
      at: messages.createdAt,
      direction: messages.direction,
      type: messages.type,
      state: messages.state,
      body: messages.body,
      variables: messages.variables,
      campaignId: messages.campaignId,
      deliveredAt: messages.deliveredAt,
      readAt: messages.readAt,
    })
    .from(messages)
    .where(and(eq(messages.orgId, orgId), eq(messages.contactId, contactId)))
    .orderBy(asc(messages.id));
  return {
    conversations: talks,
    messages: said,
    notes: await readNotesAbout(tx, orgId, contactId),
  };
}

/** Members' notes; one without an author is by a bot or a flow, and is in the reader's language. */
async function readNotesAbout(tx: Tx, orgId: OrgId, contactId: string) {
  const notes = await tx
    .select({
      at: conversationNotes.createdAt,
      body: conversationNotes.body,
      authorUserId: conversationNotes.authorUserId,
    })
    .from(conversationNotes)
    .innerJoin(
      conversations,
      and(
        eq(conversations.orgId, conversationNotes.orgId),
        eq(conversations.id, conversationNotes.conversationId),
      ),
    )
    .where(and(eq(conversationNotes.orgId, orgId), eq(conversations.contactId, contactId)));
  return notes.map(({ authorUserId, at, body }) => ({
    at,
    body: authorUserId === "" ? noteWords(body) : body,
  }));
}
