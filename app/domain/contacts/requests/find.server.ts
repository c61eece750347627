import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { personRequests } from "#app/db/schema/contacts/requests.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** An open request, its row locked. @throws DomainError `person_request.not_found`, `person_request.closed` (409). */
export async function lockOpenRequest(tx: Tx, orgId: OrgId, id: string) {
  const [request] = await tx
    .select()
    .from(personRequests)
    .where(and(eq(personRequests.orgId, orgId), eq(personRequests.id, id)))
    .for("update");
  if (!request) throw notFound("Person request");
  if (request.state !== "open") throw contactsError("person_request.closed");
  return request;
}
