import { and, count, desc, eq, ilike, type SQL } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { campaigns, conversations } from "#app/db/schema/messaging.ts";
import { templates } from "#app/db/schema/whatsapp.ts";
import { searchCondition } from "#app/domain/contacts/queries.server.ts";
import { withContact } from "#app/domain/conversations/joins.ts";
import { conversationMatches } from "#app/domain/conversations/queries.server.ts";
import { notDeleted, templateMatches } from "#app/domain/templates/queries.server.ts";
import { statusWords } from "#app/domain/templates/status.ts";

const perKind = 10;

/** A part of the text, with `%` and `_` taken as they are written. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

const nothing = {
  contacts: [],
  templates: [],
  campaigns: [],
  conversations: [],
  totals: { contacts: 0, templates: 0, conversations: 0 },
};

/**
 * Contacts, templates, campaigns and conversations of the organisation that match as in their lists: at most ten of
 * each, and how many there are in all of the kinds whose list has the same search.
 */
export async function findEverywhere({ ctx, input }: { ctx: OrgContext; input: { text: string } }) {
  const { orgId } = ctx;
  const { text } = input;
  if (text === "") return { text, ...nothing };
  const matching = {
    contacts: and(eq(contacts.orgId, orgId), searchCondition(text)),
    templates: and(eq(templates.orgId, orgId), notDeleted, templateMatches(text)),
    campaigns: and(eq(campaigns.orgId, orgId), ilike(campaigns.name, containing(text))),
    conversations: and(eq(conversations.orgId, orgId), conversationMatches(orgId, text)),
  };
  return ctx.db.withOrg(orgId, async (tx) => {
    const countOf = async (table: typeof contacts | typeof templates, where: SQL | undefined) =>
      (await tx.select({ total: count() }).from(table).where(where))[0]?.total ?? 0;
    const [talks] = await tx
      .select({ total: count() })
      .from(conversations)
      .innerJoin(contacts, withContact)
      .where(matching.conversations);
    const foundTemplates = await tx
      .select({
        id: templates.id,
        name: templates.name,
        language: templates.language,
        status: templates.status,
      })
      .from(templates)
      .where(matching.templates)
      .orderBy(templates.name)
      .limit(perKind);
    return {
      text,
      contacts: await tx
        .select({ id: contacts.id, name: contacts.name, phone: contacts.phone, tags: contacts.tags })
        .from(contacts)
        .where(matching.contacts)
        .orderBy(contacts.name)
        .limit(perKind),
      templates: foundTemplates.map((template) => ({
        ...template,
        statusWords: statusWords(template.status),
      })),
      campaigns: await tx
        .select({ id: campaigns.id, name: campaigns.name, status: campaigns.status })
        .from(campaigns)
        .where(matching.campaigns)
        .orderBy(desc(campaigns.createdAt))
        .limit(perKind),
      conversations: await tx
        .select({
          id: conversations.id,
          name: contacts.name,
          phone: contacts.phone,
          lastMessage: conversations.lastMessage,
        })
        .from(conversations)
        .innerJoin(contacts, withContact)
        .where(matching.conversations)
        .orderBy(desc(conversations.lastMessageAt))
        .limit(perKind),
      totals: {
        contacts: await countOf(contacts, matching.contacts),
        templates: await countOf(templates, matching.templates),
        conversations: talks?.total ?? 0,
      },
    };
  });
}
