import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns } from "#app/db/schema/messaging.ts";
import { fieldKey } from "#app/platform/fieldNames.ts";
import type { OrgId } from "#app/platform/ids.ts";

const prefix = "fields.";

/** Variables of campaigns name their field by its name: they follow it. */
export async function renameInCampaigns(tx: Tx, orgId: OrgId, from: string, to: string): Promise<void> {
  const rows = await tx
    .select({ id: campaigns.id, variables: campaigns.variables })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.orgId, orgId),
        sql`exists (select from jsonb_each(${campaigns.variables}) v where lower(v.value ->> 'field') = lower(${prefix + from}))`,
      ),
    );
  for (const { id, variables } of rows) {
    const renamed = Object.fromEntries(
      Object.entries(variables).map(([key, source]) => [
        key,
        source.from === "contact" && fieldKey(source.field) === fieldKey(prefix + from)
          ? { ...source, field: prefix + to }
          : source,
      ]),
    );
    await tx
      .update(campaigns)
      .set({ variables: renamed })
      .where(and(eq(campaigns.orgId, orgId), eq(campaigns.id, id)));
  }
}
