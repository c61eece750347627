import type { Queryable, Tx } from "#app/db/client.server.ts";
import { stopMarketing } from "#app/domain/contacts/consent.server.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";

import type { Move } from "./move.server.ts";

/** The person stopped marketing from this business (facts/whatsapp-cloud-api.md §9). */
const stoppedMarketing = 131050;

/** Records the opt-out of people whose messages failed because they stopped marketing. */
export async function recordMarketingStops(
  tx: Tx,
  client: Queryable,
  orgId: OrgId,
  moves: readonly Move[],
): Promise<void> {
  const refused = moves.filter((move) => move.state === "failed" && move.errorCode === stoppedMarketing);
  if (refused.length === 0) return;
  const ids = refused.map(({ id }) => id);
  const { rows } = await client.query<{ contactId: string; at: Date }>({
    name: "contacts-of-messages",
    text: `select m.contact_id as "contactId", max(t.at) as at from unnest($2::text[], $3::timestamptz[]) as t(id, at)
      join messages m on m.org_id = $1 and m.id = t.id and m.id = any($2::text[]) and m.id between $4 and $5 and m.contact_id is not null
      group by m.contact_id order by m.contact_id`,
    values: [orgId, ids, refused.map(({ at }) => at), ...spanOf(ids)],
  });
  for (const { contactId, at } of rows)
    await stopMarketing(tx, { orgId, contactId, source: "whatsapp:refused", at });
}
