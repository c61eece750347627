import { and, eq } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { personRequests } from "#app/db/schema/contacts/requests.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { personRequestOpened } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { type RequestKind, requestKinds } from "./words.ts";

const dayMs = 86_400_000;

/**
 * Records a person's request for a copy of their data or its erasure; the statutory period starts now.
 * @throws DomainError `contact.not_found`, `person_request.open` (409) when the same request is already
 * pending.
 */
export async function openPersonRequest({
  ctx,
  input,
}: Call<{ contactId: string; kind: RequestKind; note: string }>): Promise<{ personRequestId: string }> {
  const now = ctx.clock.now();
  const { contactId, kind, note } = input;
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [contact] = await tx
      .select({ id: contacts.id })
      .from(contacts)
      .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contactId)));
    if (!contact) throw notFound("Contact");
    const dueAt = new Date(now.getTime() + requestKinds[kind].days * dayMs);
    const [opened] = await tx
      .insert(personRequests)
      .values({
        orgId: ctx.orgId,
        id: newId("prq", now.getTime()),
        kind,
        contactId,
        note,
        requestedAt: now,
        dueAt,
        createdBy: userOf(ctx.actor),
      })
      .onConflictDoNothing()
      .returning({ id: personRequests.id });
    if (!opened) throw contactsError("person_request.open");
    await record(tx, ctx, personRequestOpened, {
      subject: opened.id,
      data: { kind, dueAt: dueAt.toISOString() },
    });
    return { personRequestId: opened.id };
  });
}
