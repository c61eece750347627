import { and, desc, eq, ilike, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { conversations, lastWrote } from "#app/db/schema/messaging/conversations.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { findContactIds } from "#app/db/search.server.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { notDeleted } from "#app/domain/whatsapp/notDeleted.ts";
import { languageName } from "#app/domain/whatsapp/templates/languages.ts";
import { templateMatches } from "#app/domain/whatsapp/templates/queries.server.ts";
import type { Call } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

const people = 5;
const others = 3;
/** A single letter fits nearly everything. */
const fewest = 2;

export interface Suggestion {
  kind: "contact" | "conversation" | "template" | "campaign";
  id: string;
  title: string;
  detail: string;
}

/**
 * What matches by name, a few of each kind, with one statement a kind after the search of contacts. What was said in
 * chats is left to the search itself.
 * @throws DomainError `search.too_slow`
 */
export async function suggest({
  ctx,
  input: { text },
}: Call<{ text: string }>): Promise<{ suggestions: Suggestion[] }> {
  const { orgId } = ctx;
  if (text.length < fewest) return { suggestions: [] };
  return ctx.db.withOrg(orgId, async (tx) => {
    const ofContacts = await findPeople(tx, orgId, text);
    const talks = await latestTalks(tx, orgId, ofContacts);
    const ofTemplates = await tx
      .select({ id: templates.id, name: templates.name, language: templates.language })
      .from(templates)
      .where(and(eq(templates.orgId, orgId), notDeleted, templateMatches(text)))
      .orderBy(templates.name)
      .limit(others);
    const ofCampaigns = await tx
      .select({ id: campaigns.id, name: campaigns.name })
      .from(campaigns)
      .where(and(eq(campaigns.orgId, orgId), ilike(campaigns.name, containing(text))))
      .orderBy(desc(campaigns.createdAt))
      .limit(others);
    const ofTalks = ofContacts.flatMap(({ id, title }) => {
      const talk = talks.get(id);
      return talk ? [suggestion("conversation", talk.id, title, talk.lastMessage)] : [];
    });
    return {
      suggestions: [
        ...ofContacts.map(({ id, title, detail }) => suggestion("contact", id, title, detail)),
        ...ofTalks.slice(0, others),
        ...ofTemplates.map(({ id, name, language }) =>
          suggestion("template", id, name, languageName(language)),
        ),
        ...ofCampaigns.map(({ id, name }) => suggestion("campaign", id, name, "")),
      ],
    };
  });
}

async function findPeople(tx: Tx, orgId: OrgId, text: string) {
  const ids = await findContactIds(tx, orgId, text);
  const rows = await tx
    .select({ id: contacts.id, name: contacts.name, phone: contacts.phone, username: contacts.username })
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), sql`${contacts.id} = any(${sql.param(ids)}::text[])`))
    .orderBy(contacts.name)
    .limit(people);
  return rows.map(({ id, name, phone, username }) => ({
    id,
    title: nameOf(name, phone, username),
    detail: name ? (phone ?? "") : "",
  }));
}

/** The latest conversation of each of these people, in their order. */
async function latestTalks(tx: Tx, orgId: OrgId, found: { id: string }[]) {
  if (found.length === 0) return new Map<string, { id: string; lastMessage: string }>();
  const ids = found.map(({ id }) => id);
  const rows = await tx
    .selectDistinctOn([conversations.contactId], {
      id: conversations.id,
      contactId: conversations.contactId,
      lastMessage: conversations.lastMessage,
    })
    .from(conversations)
    .where(and(eq(conversations.orgId, orgId), inArray(conversations.contactId, ids)))
    .orderBy(conversations.contactId, desc(lastWrote(conversations)));
  return new Map(rows.map((row) => [row.contactId, row]));
}

const suggestion = (kind: Suggestion["kind"], id: string, title: string, detail: string): Suggestion => ({
  kind,
  id,
  title,
  detail,
});
