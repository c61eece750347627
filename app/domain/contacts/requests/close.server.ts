import { and, eq } from "drizzle-orm";
import { personRequests } from "#app/db/schema/contacts/requests.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { personErased, personHandedOver, personRequestRefused } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { eraseContact } from "../erase.server.ts";
import { certify } from "./certificate.server.ts";
import { lockOpenRequest } from "./find.server.ts";

const wrongKind = () => contactsError("person_request.other_kind");

/**
 * Erases the requesting person, including from remaining records, and certifies it. @throws DomainError
 * `person_request.not_found`, `person_request.closed`, `person_request.other_kind`, `contact.being_sent`
 * (409) while a message to them may still be sent.
 */
export async function erasePerson({
  ctx,
  input,
}: Call<{ personRequestId: string }>): Promise<{ personRequestId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const request = await lockOpenRequest(tx, ctx.orgId, input.personRequestId);
    if (request.kind !== "erasure") throw wrongKind();
    const { conversationIds, ...counted } = await eraseContact(tx, ctx, request.contactId, {
      isRequested: true,
    });
    const counts = { conversations: conversationIds.length, ...counted };
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

/**
 * Records that the person has received their copy. @throws DomainError `person_request.not_found`,
 * `person_request.closed`, `person_request.other_kind`.
 */
export async function handOverPerson({
  ctx,
  input,
}: Call<{ personRequestId: string }>): Promise<{ personRequestId: string }> {
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
      data: { kind: request.kind, reason: input.refusal },
    });
    return { personRequestId: request.id };
  });
}
