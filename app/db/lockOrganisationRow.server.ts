import { eq } from "drizzle-orm";
import type { OrgId } from "#app/platform/ids.ts";
import type { Tx } from "./client.server.ts";
import { organisations } from "./schema/organisations/organisations.ts";

/** Lets one transaction of an organisation at a time continue, until it ends. */
export async function lockOrganisationRow(tx: Tx, orgId: OrgId): Promise<void> {
  await tx
    .select({ id: organisations.id })
    .from(organisations)
    .where(eq(organisations.id, orgId))
    .for("update");
}
