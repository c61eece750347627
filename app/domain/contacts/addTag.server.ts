import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { contactChanged } from "#app/domain/contacts/events.ts";
import { maxTags, tagOf } from "#app/domain/contacts/schemas.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

/**
 * Adds a tag to a contact that does not have it and has room for it. Returns its tags afterwards. @throws
 * DomainError `contact.not_found`
 */
export async function addTag(
  tx: Tx,
  ctx: OrgContext,
  { contactId, tag: text }: { contactId: string; tag: string },
): Promise<{ did: "tag_added" | "has_tag" | "tags_full"; tags: string[] }> {
  const tag = tagOf(text);
  const mine = and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contactId));
  const [contact] = await tx.select().from(contacts).where(mine).for("update");
  if (!contact) throw notFound("Contact");
  if (tag === "" || contact.tags.includes(tag)) return { did: "has_tag", tags: contact.tags };
  if (contact.tags.length >= maxTags) return { did: "tags_full", tags: contact.tags };
  const tags = [...contact.tags, tag];
  await tx
    .update(contacts)
    .set({ tags: sql`array_append(${contacts.tags}, ${tag})` })
    .where(mine);
  await record(tx, ctx, contactChanged, {
    subject: contactId,
    data: { name: contact.name, phone: contact.phone },
    changes: { tags: [contact.tags, tags] },
  });
  return { did: "tag_added", tags };
}
