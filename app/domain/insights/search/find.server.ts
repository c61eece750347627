import { and, desc, eq, ilike, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { conversations, lastWrote } from "#app/db/schema/messaging/conversations.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { findContactIds, maxContacts } from "#app/db/search.server.ts";
import { excerptsOf, findConversations } from "#app/domain/messaging/inbox/search.server.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import { notDeleted } from "#app/domain/whatsapp/notDeleted.ts";
import { languageName } from "#app/domain/whatsapp/templates/languages.ts";
import { templateMatches } from "#app/domain/whatsapp/templates/queries.server.ts";
import { statusWords } from "#app/domain/whatsapp/templates/status.ts";
import type { Call } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

const perKind = 10;

const nothing = {
  contacts: [],
  templates: [],
  campaigns: [],
  conversations: [],
  totals: { contacts: 0, templates: 0, conversations: 0 },
  more: { contacts: false, conversations: false },
};

/**
 * Contacts, templates, campaigns and conversations of the organisation that match as in their lists: at most ten of
 * each, and how many there are in all of the kinds whose list has the same search (`more`: perhaps more than that).
 * @throws DomainError `search.too_slow`
 */
export async function findEverywhere({ ctx, input }: Call<{ text: string }>) {
  const { orgId } = ctx;
  const { text } = input;
  if (text === "") return { text, ...nothing };
  return ctx.db.withOrg(orgId, async (tx) => {
    const contactIds = await findContactIds(tx, orgId, text);
    const people = await readPeople(tx, orgId, contactIds);
    const talks = await findTalks(tx, orgId, { text, people: contactIds });
    const ofTemplates = await findTemplates(tx, orgId, text);
    return {
      text,
      contacts: people.found,
      templates: ofTemplates.found,
      campaigns: await tx
        .select({ id: campaigns.id, name: campaigns.name, status: campaigns.status })
        .from(campaigns)
        .where(and(eq(campaigns.orgId, orgId), ilike(campaigns.name, containing(text))))
        .orderBy(desc(campaigns.createdAt))
        .limit(perKind),
      conversations: talks.found,
      totals: { contacts: people.total, templates: ofTemplates.total, conversations: talks.total },
      more: { contacts: people.more, conversations: talks.more },
    };
  });
}

/** SQL: the name, or the username of a person without name and number. */
const shownName = sql<string>`case when ${contacts.name} = '' and ${contacts.phone} is null
  then coalesce('@' || ${contacts.username}, '') else ${contacts.name} end`;

async function readPeople(tx: Tx, orgId: OrgId, ids: string[]) {
  const found = await tx
    .select({ id: contacts.id, name: shownName, phone: contacts.phone, tags: contacts.tags })
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), sql`${contacts.id} = any(${sql.param(ids)}::text[])`))
    .orderBy(contacts.name)
    .limit(perKind);
  return { found, total: ids.length, more: ids.length === maxContacts };
}

async function findTalks(tx: Tx, orgId: OrgId, sought: { text: string; people: string[] }) {
  const { messageIds, more } = await findConversations(tx, orgId, sought);
  // Only those that are shown: for a sorted and limited read of all that were found, PostgreSQL walks every conversation.
  const ids = [...messageIds.keys()].slice(0, perKind);
  const rows = await tx
    .select({
      id: conversations.id,
      name: shownName,
      phone: contacts.phone,
      lastMessage: conversations.lastMessage,
    })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .where(and(eq(conversations.orgId, orgId), sql`${conversations.id} = any(${sql.param(ids)}::text[])`))
    .orderBy(desc(lastWrote(conversations)));
  const shown = rows.flatMap(({ id }) => messageIds.get(id) ?? []);
  const excerpts = await excerptsOf(tx, orgId, { messageIds: shown, text: sought.text });
  const found = rows.map(({ lastMessage, ...row }) => ({
    ...row,
    /** The matching line, else the last message. */
    line: excerpts.get(messageIds.get(row.id) ?? "") ?? lastMessage,
  }));
  return { found, total: messageIds.size, more };
}

async function findTemplates(tx: Tx, orgId: OrgId, text: string) {
  const matching = and(eq(templates.orgId, orgId), notDeleted, templateMatches(text));
  const counted = await tx.$count(templates, matching);
  const found = await tx
    .select({
      id: templates.id,
      name: templates.name,
      language: templates.language,
      status: templates.status,
    })
    .from(templates)
    .where(matching)
    .orderBy(templates.name)
    .limit(perKind);
  return {
    found: found.map((template) => ({
      ...template,
      languageName: languageName(template.language),
      statusWords: statusWords(template.status),
    })),
    total: counted,
  };
}
