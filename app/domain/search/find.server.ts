import { and, desc, eq, ilike, like, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { OrgContext } from "#app/api/context.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { campaigns, conversations } from "#app/db/schema/messaging.ts";
import { templates } from "#app/db/schema/whatsapp.ts";
import { digitsToFind } from "#app/shared/phone.ts";

const perKind = 10;

/** A part of a text or number, with `%` and `_` taken as they are written. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Whether a number contains the digits of the text, in any way to write them. */
const phoneLike = (column: PgColumn, text: string): SQL | undefined =>
  or(...digitsToFind(text).map((digits) => like(column, `%${digits}%`)));

/** Contacts, templates, campaigns and conversations of the organisation that match, at most ten of each. */
export async function findEverywhere({ ctx, input }: { ctx: OrgContext; input: { text: string } }) {
  const { orgId } = ctx;
  const { text } = input;
  if (text === "") return { text, contacts: [], templates: [], campaigns: [], conversations: [] };
  const part = containing(text);
  return ctx.db.withOrg(orgId, async (tx) => ({
    text,
    contacts: await tx
      .select({ id: contacts.id, name: contacts.name, phone: contacts.phone, tags: contacts.tags })
      .from(contacts)
      .where(
        and(
          eq(contacts.orgId, orgId),
          or(
            ilike(contacts.name, part),
            phoneLike(contacts.phone, text),
            sql`${contacts.tags} @> array[${text}]::text[]`,
          ),
        ),
      )
      .orderBy(contacts.name)
      .limit(perKind),
    templates: await tx
      .select({
        id: templates.id,
        name: templates.name,
        language: templates.language,
        status: templates.status,
      })
      .from(templates)
      .where(and(eq(templates.orgId, orgId), ilike(templates.name, part)))
      .orderBy(templates.name)
      .limit(perKind),
    campaigns: await tx
      .select({ id: campaigns.id, name: campaigns.name, status: campaigns.status })
      .from(campaigns)
      .where(and(eq(campaigns.orgId, orgId), ilike(campaigns.name, part)))
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
      .innerJoin(
        contacts,
        and(eq(contacts.orgId, conversations.orgId), eq(contacts.id, conversations.contactId)),
      )
      .where(
        and(
          eq(conversations.orgId, orgId),
          or(
            ilike(contacts.name, part),
            phoneLike(contacts.phone, text),
            ilike(conversations.lastMessage, part),
          ),
        ),
      )
      .orderBy(desc(conversations.lastMessageAt))
      .limit(perKind),
  }));
}
