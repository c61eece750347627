import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { personRequests } from "#app/db/schema/contacts/requests.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { personErased, personHandedOver, personRequestRefused } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { eraseContact, unnamePerson } from "../erase.server.ts";
import { certify } from "./certificate.server.ts";
import { lockOpenRequest } from "./find.server.ts";

interface Call {
  ctx: OrgContext;
  input: { personRequestId: string };
}

const wrongKind = () => contactsError("person_request.other_kind");

/**
 * Erases the requesting person, including from remaining records, and certifies it. @throws DomainError
 * `person_request.not_found`, `person_request.closed`, `person_request.other_kind`, `contact.being_sent`
 * (409) while a message to them may still be sent.
 */
export async function erasePerson({ ctx, input }: Call): Promise<{ personRequestId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const request = await lockOpenRequest(tx, ctx.orgId, input.personRequestId);
    if (request.kind !== "erasure") throw wrongKind();
    const { contactId } = request;
    const [contact] = await tx
      .select({ phone: contacts.phone })
      .from(contacts)
      .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contactId)))
      .for("update");
    await refuseWhileSending(tx, ctx, contactId);
    const erased = contact
      ? await eraseContact(tx, ctx, contactId)
      : { conversations: 0, messages: 0, emptied: 0, events: 0 };
    const emptied = await unnamePerson(tx, ctx.orgId, { contactId, phone: contact?.phone ?? null });
    const counts = { ...erased, emptied };
    // Their other requests named them too.
    await tx
      .update(personRequests)
      .set({ note: "" })
      .where(and(eq(personRequests.orgId, ctx.orgId), eq(personRequests.contactId, contactId)));
    const closedAt = ctx.clock.now();
    await tx
      .update(personRequests)
      .set({
        state: "done",
        closedAt,
        closedBy: userOf(ctx.actor),
        certificate: certify(ctx, { personRequestId: request.id, closedAt, ...counts }),
      })
      .where(and(eq(personRequests.orgId, ctx.orgId), eq(personRequests.id, request.id)));
    await record(tx, ctx, personErased, { subject: request.id, data: counts });
    return { personRequestId: request.id };
  });
}

async function refuseWhileSending(tx: Tx, { orgId }: OrgContext, contactId: string): Promise<void> {
  const { rows } = await tx.execute<{ campaign: string | null }>(sql`
    select c.name as campaign from messages m
    left join campaigns c on c.org_id = m.org_id and c.id = m.campaign_id
    where m.org_id = ${orgId} and m.contact_id = ${contactId} and m.state in ('queued', 'unknown') limit 1`);
  const [open] = rows;
  if (open?.campaign) throw contactsError("contact.in_campaign", { values: { campaign: open.campaign } });
  if (open) throw contactsError("contact.being_sent");
}

/**
 * Records that the person has received their copy. @throws DomainError `person_request.not_found`,
 * `person_request.closed`, `person_request.other_kind`.
 */
export async function handOverPerson({ ctx, input }: Call): Promise<{ personRequestId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const request = await lockOpenRequest(tx, ctx.orgId, input.personRequestId);
    if (request.kind !== "export") throw wrongKind();
    await tx
      .update(personRequests)
      .set({ state: "done", closedAt: ctx.clock.now(), closedBy: userOf(ctx.actor) })
      .where(and(eq(personRequests.orgId, ctx.orgId), eq(personRequests.id, request.id)));
    await record(tx, ctx, personHandedOver, { subject: request.id, data: {} });
    return { personRequestId: request.id };
  });
}

/** Closes a request that is not granted, with the reason. @throws DomainError `person_request.not_found`, `person_request.closed`. */
export async function refusePersonRequest({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { personRequestId: string; refusal: string };
}): Promise<{ personRequestId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const request = await lockOpenRequest(tx, ctx.orgId, input.personRequestId);
    await tx
      .update(personRequests)
      .set({
        state: "refused",
        refusal: input.refusal,
        closedAt: ctx.clock.now(),
        closedBy: userOf(ctx.actor),
      })
      .where(and(eq(personRequests.orgId, ctx.orgId), eq(personRequests.id, request.id)));
    await record(tx, ctx, personRequestRefused, {
      subject: request.id,
      data: { kind: request.kind, said: input.refusal },
    });
    return { personRequestId: request.id };
  });
}
