import { and, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { deals } from "#app/db/schema/crm/deals.ts";
import { crmTasks } from "#app/db/schema/crm/tasks.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { conversationNotes } from "#app/db/schema/messaging/inbox.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { events } from "#app/db/schema/record/events.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { wordsOf } from "#app/domain/insights/events/words.ts";
import { noteText } from "#app/domain/messaging/conversations/notes.server.ts";
import { excerptOf, readMessage } from "#app/domain/messaging/messages/chatMessage.ts";
import { withCampaign, withTemplate } from "#app/domain/messaging/messages/joins.ts";
import { idsOfNewest, timestampOf, writtenUntil } from "#app/domain/messaging/messages/timestampOf.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { m } from "#messages";

const atOnce = 30;

/** Something in the life of a contact. */
export interface TimelineEntry {
  id: string;
  at: Date;
  kind: "from_them" | "to_them" | "campaign" | "note" | "event";
  title: string;
  text: string;
  state?: (typeof messages.$inferSelect)["state"];
  campaignId?: string;
  conversationId?: string;
}

interface Place {
  ctx: OrgContext;
  contactId: string;
  /** What is older than this entry. */
  before: { at: string; id: string } | undefined;
}

/**
 * A contact's timeline, newest first: messages, campaigns, notes, deals, tasks, consent, changes and merges.
 * `before` is the `next` of the page before it. @throws DomainError `contact.not_found`
 */
export async function getContactTimeline({
  ctx,
  input: { contactId, before },
}: Call<{ contactId: string; before: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [contact] = await tx
      .select({ id: contacts.id, name: contacts.name, phone: contacts.phone })
      .from(contacts)
      .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contactId)));
    if (!contact) throw notFound("Contact");
    const place = { ctx, contactId, before: placeOf(before) };
    const all = [
      ...(await written(tx, place)),
      ...(await notesOf(tx, place)),
      ...(await entriesOf(tx, place)),
    ];
    const sorted = all.toSorted(
      (one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1),
    );
    const entries = sorted.slice(0, atOnce);
    const last = entries.at(-1);
    const next = sorted.length > atOnce && last ? `${last.at.toISOString()},${last.id}` : null;
    return { contact, entries, next };
  });
}

function placeOf(before: string): Place["before"] {
  const [at = "", id = ""] = before.split(",");
  return Number.isNaN(Date.parse(at)) || id === "" ? undefined : { at: new Date(at).toISOString(), id };
}

/** In milliseconds, as the place of a page has them. */
const older = (at: SQL, id: SQL, before: Place["before"]): SQL | undefined =>
  before && sql`(date_trunc('milliseconds', ${at}), ${id}) < (${before.at}::timestamptz, ${before.id}::text)`;

async function written(tx: Tx, { ctx, contactId, before }: Place): Promise<TimelineEntry[]> {
  const wanted = and(
    eq(messages.orgId, ctx.orgId),
    eq(messages.contactId, contactId),
    before && writtenUntil(new Date(before.at)),
    older(sql`${timestampOf}`, sql`${messages.id}`, before),
  );
  const rows = await tx
    .select({
      message: messages,
      saidAt: timestampOf,
      template: { name: templates.name, components: templates.components },
      campaign: campaigns.name,
    })
    .from(messages)
    .leftJoin(templates, withTemplate)
    .leftJoin(campaigns, withCampaign)
    .where(and(wanted, idsOfNewest(ctx.orgId, wanted, atOnce + 1)))
    .orderBy(desc(timestampOf), desc(messages.id))
    .limit(atOnce + 1);
  return rows.map(({ message, saidAt, template, campaign }) => {
    const text = excerptOf(readMessage({ ...message, components: template?.components ?? null }).content);
    const base = { id: message.id, at: saidAt as unknown as Date, text };
    if (message.direction === "in")
      return { ...base, kind: "from_them", title: m.insights_timeline_from_them() };
    if (message.campaignId && campaign)
      return {
        ...base,
        kind: "campaign",
        title: campaign,
        state: message.state,
        campaignId: message.campaignId,
      };
    return { ...base, kind: "to_them", title: m.insights_timeline_to_them(), state: message.state };
  });
}

async function notesOf(tx: Tx, { ctx, contactId, before }: Place): Promise<TimelineEntry[]> {
  const rows = await tx
    .select({
      id: conversationNotes.id,
      at: conversationNotes.createdAt,
      text: conversationNotes.body,
      authorUserId: conversationNotes.authorUserId,
      conversationId: conversations.id,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(conversationNotes)
    .innerJoin(
      conversations,
      and(eq(conversationNotes.orgId, ctx.orgId), eq(conversations.id, conversationNotes.conversationId)),
    )
    .leftJoin(users, eq(users.id, conversationNotes.authorUserId))
    .where(
      and(
        eq(conversations.orgId, ctx.orgId),
        eq(conversations.contactId, contactId),
        older(sql`${conversationNotes.createdAt}`, sql`${conversationNotes.id}`, before),
      ),
    )
    .orderBy(desc(conversationNotes.createdAt), desc(conversationNotes.id))
    .limit(atOnce + 1);
  return rows.map(({ firstName, lastName, authorUserId, ...row }) => ({
    ...row,
    text: noteText(row.text, authorUserId),
    kind: "note",
    title: m.insights_timeline_note_by({
      value: [firstName, lastName].filter(Boolean).join(" ") || m.insights_timeline_a_member(),
    }),
  }));
}

/** Their entries of the activity log, deals and tasks, for everyone who may read the contact. */
async function entriesOf(tx: Tx, { ctx, contactId, before }: Place): Promise<TimelineEntry[]> {
  const rows = await tx
    .select()
    .from(events)
    .where(
      and(
        eq(events.orgId, ctx.orgId),
        inArray(events.subjectId, await subjectsOf(tx, ctx, contactId)),
        isNotNull(events.type),
        older(sql`${events.at}`, sql`${events.id}`, before),
      ),
    )
    .orderBy(desc(events.at), desc(events.id))
    .limit(atOnce + 1);
  return rows.map((row) => {
    const { title, details } = wordsOf(row);
    return { id: row.id, at: row.at, kind: "event", title, text: details };
  });
}

const mostOwned = 100;

async function subjectsOf(tx: Tx, ctx: OrgContext, contactId: string): Promise<string[]> {
  const ofContact = (table: typeof deals | typeof crmTasks) =>
    tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.orgId, ctx.orgId), eq(table.contactId, contactId)))
      .orderBy(desc(table.createdAt))
      .limit(mostOwned);
  const owned = [...(await ofContact(deals)), ...(await ofContact(crmTasks))];
  return [...(await knownAs(tx, ctx, contactId)), ...owned.map(({ id }) => id)];
}

/** The contact with those that became part of it, and of them. */
async function knownAs(tx: Tx, ctx: OrgContext, contactId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive known (id) as (
      select ${contactId}::text
      union
      select e.data ->> 'mergedId' from known join events e on e.org_id = ${ctx.orgId} and e.subject_id = known.id and e.name = 'contact.merged'
    )
    select id from known where id is not null limit 50`);
  return rows.map(({ id }) => id);
}
