import type { Tx } from "#app/db/client.server.ts";
import { optOut } from "#app/domain/contacts/consent.server.ts";
import type { OrgId } from "#app/shared/ids.ts";
import type { Move, Queryable } from "./move.server.ts";

/** The person stopped marketing from this business, or blocked it (facts/whatsapp-cloud-api.md §9, class U). */
const refusedByPerson = new Set([130403, 131050]);

/** Opts out the contacts of messages that failed because the person does not want any. */
export async function optOutRefusing(
  tx: Tx,
  client: Queryable,
  orgId: OrgId,
  moves: readonly Move[],
): Promise<void> {
  const refused = moves.filter((move) => move.state === "failed" && refusedByPerson.has(move.errorCode ?? 0));
  if (refused.length === 0) return;
  const { rows } = await client.query<{ contactId: string }>({
    name: "contacts-of-messages",
    text: `select distinct contact_id as "contactId" from messages where org_id = $1 and id = any($2)`,
    values: [orgId, refused.map((move) => move.id)],
  });
  for (const { contactId } of rows)
    await optOut(tx, { orgId, contactId, source: "whatsapp:refused", at: new Date() });
}
