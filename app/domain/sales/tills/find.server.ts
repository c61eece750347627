import { and, asc, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Till } from "./keys.server.ts";

/** A till, also a removed one. @throws DomainError `till.not_found` */
export async function findTill(tx: Tx, orgId: OrgId, tillId: string): Promise<Till> {
  const [till] = await tx
    .select()
    .from(tills)
    .where(and(eq(tills.orgId, orgId), eq(tills.id, tillId)));
  if (!till) throw notFound("Till");
  return till;
}

export const ofTill = ({ orgId, id }: Pick<Till, "orgId" | "id">) =>
  and(eq(tills.orgId, orgId), eq(tills.id, id));

/** The same, locked until the transaction ends. @throws DomainError `till.not_found` */
export async function lockTill(tx: Tx, orgId: OrgId, tillId: string): Promise<Till> {
  const [till] = await tx
    .select()
    .from(tills)
    .where(ofTill({ orgId, id: tillId }))
    .for("update");
  if (!till) throw notFound("Till");
  return till;
}

/** A till that is connected, locked. @throws DomainError `till.not_found`, `till.removed` */
export async function lockConnected(tx: Tx, orgId: OrgId, tillId: string): Promise<Till> {
  const till = await lockTill(tx, orgId, tillId);
  if (till.removedAt !== null) throw salesError("till.removed");
  return till;
}

/** The facts of a till's events. */
export const factsOfTill = ({ name, number }: Pick<Till, "name" | "number">) => ({ till: name, number });

/** The organisation's tills, oldest first. */
export const tillsOf = (tx: Tx, orgId: OrgId): Promise<Till[]> =>
  tx
    .select()
    .from(tills)
    .where(and(eq(tills.orgId, orgId), isNull(tills.removedAt)))
    .orderBy(asc(tills.createdAt), asc(tills.id));

/**
 * A till to ask for money with: the named one, or the oldest that has its keys. @throws DomainError
 * `till.not_found`, `till.none`, `till.removed`
 */
export async function tillToAskWith(tx: Tx, orgId: OrgId, tillId: string | undefined): Promise<Till> {
  const till = tillId
    ? await findTill(tx, orgId, tillId)
    : (await tillsOf(tx, orgId)).find(({ keysEncrypted }) => keysEncrypted !== null);
  if (!till) throw salesError("till.none");
  if (till.keysEncrypted === null)
    throw salesError(till.removedAt === null ? "till.no_keys" : "till.removed");
  return till;
}
