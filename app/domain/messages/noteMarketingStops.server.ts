import type { Tx } from "#app/db/client.server.ts";
import { stopMarketing } from "#app/domain/contacts/consent.server.ts";
import type { OrgId } from "#app/shared/ids.ts";
import type { Move, Queryable } from "./move.server.ts";

/** The person stopped marketing from this business (facts/whatsapp-cloud-api.md §9). */
const stoppedMarketing = 131050;

/** Notes the wish of people whose messages failed because they want no marketing. */
export async function noteMarketingStops(
  tx: Tx,
  client: Queryable,
  orgId: OrgId,
  moves: readonly Move[],
): Promise<void> {
  const refused = moves.filter((move) => move.state === "failed" && move.errorCode === stoppedMarketing);
  if (refused.length === 0) return;
  const { rows } = await client.query<{ contactId: string }>({
    name: "contacts-of-messages",
    text: `select distinct contact_id as "contactId" from messages where org_id = $1 and id = any($2)`,
    values: [orgId, refused.map((move) => move.id)],
  });
  for (const { contactId } of rows)
    await stopMarketing(tx, { orgId, contactId, source: "whatsapp:refused", at: new Date() });
}
