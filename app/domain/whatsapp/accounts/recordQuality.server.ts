import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { numberQuality } from "#app/db/schema/whatsapp/accounts.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Stores Meta's report on a number's quality and limit, if changed; omitted values are unchanged. */
export async function recordQuality(
  tx: Tx,
  quality: {
    orgId: OrgId;
    phoneNumberId: string;
    at: Date;
    qualityRating: string | null;
    messagingLimit: string | null;
    source: "webhook" | "check";
  },
): Promise<void> {
  const { orgId, phoneNumberId } = quality;
  const { rows } = await tx.execute<{ quality: string | null; limit: string | null }>(sql`
    select (select quality_rating from number_quality where org_id = ${orgId} and phone_number_id = ${phoneNumberId}
        and quality_rating is not null order by at desc limit 1) as quality,
      (select messaging_limit from number_quality where org_id = ${orgId} and phone_number_id = ${phoneNumberId}
        and messaging_limit is not null order by at desc limit 1) as limit`);
  const known = rows[0]!;
  const isNews =
    (quality.qualityRating !== null && quality.qualityRating !== known.quality) ||
    (quality.messagingLimit !== null && quality.messagingLimit !== known.limit);
  if (isNews) await tx.insert(numberQuality).values(quality).onConflictDoNothing();
}
