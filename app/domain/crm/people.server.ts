import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { nameOfMember } from "#app/domain/messaging/inboxSettings/duty.server.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The contact of a deal or task, as records name them. @throws DomainError `contact.not_found` */
export async function contactNamed(tx: Tx, ctx: OrgContext, contactId: string): Promise<string> {
  const [contact] = await tx
    .select({ name: contacts.name, phone: contacts.phone })
    .from(contacts)
    .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contactId)));
  if (!contact) throw notFound("Contact");
  return contact.name || contact.phone || m.common_whatsapp_user();
}

/** A member by id, null for no one. @throws DomainError `member.not_found` */
export async function memberNamed(tx: Tx, ctx: OrgContext, memberId: string) {
  return memberId === "" ? null : { id: memberId, name: await nameOfMember(tx, ctx, memberId) };
}

/** The member to notify of a new assignment, unless it was already theirs or they did it. */
export const assigneeToNotify = (
  ctx: OrgContext,
  now: string | null,
  before: string | null = null,
): string[] => (now === null || now === before || now === userOf(ctx.actor) ? [] : [now]);
