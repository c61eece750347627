import { and, eq, sql } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts.ts";
import { contactChanged } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

/** Adds a tag to a contact that does not have it yet. @throws DomainError `contact.not_found` */
export async function addTag({
  ctx,
  input: { contactId, tag },
}: {
  ctx: OrgContext;
  input: { contactId: string; tag: string };
}): Promise<{ changed: boolean }> {
  const mine = and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contactId));
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [contact] = await tx.select().from(contacts).where(mine).for("update");
    if (!contact) throw notFound("Contact");
    if (contact.tags.includes(tag)) return { changed: false };
    await tx
      .update(contacts)
      .set({ tags: sql`array_append(${contacts.tags}, ${tag})` })
      .where(mine);
    await record(tx, ctx, contactChanged, {
      subject: contactId,
      data: { name: contact.name, phone: contact.phone },
      changes: { tags: [contact.tags, [...contact.tags, tag]] },
    });
    return { changed: true };
  });
}
