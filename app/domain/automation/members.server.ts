import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** The id of a member of the organisation; empty when there is none, as after they have left. */
export async function memberIfThere(tx: Tx, { orgId }: Pick<OrgContext, "orgId">, memberId: string) {
  if (memberId === "") return "";
  const [member] = await tx
    .select({ id: members.userId })
    .from(members)
    .where(and(eq(members.orgId, orgId), eq(members.userId, memberId)));
  return member?.id ?? "";
}
