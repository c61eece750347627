import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** An organisation by the id of a form or path, its row locked. @throws DomainError `organisation.not_found`. */
export async function lockOrganisation(tx: Tx, id: string) {
  const [org] = await tx
    .select()
    .from(organisations)
    .where(eq(organisations.id, id as OrgId))
    .for("update");
  if (!org) throw notFound("Organisation");
  return org;
}
