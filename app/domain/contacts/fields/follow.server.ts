import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { cannedReplies } from "#app/db/schema/messaging/inbox.ts";
import { fieldKey } from "#app/platform/forms/fieldNames.ts";
import type { OrgId } from "#app/platform/ids.ts";

const prefix = "fields.";

/** Renames references to a field: variables of campaigns, and canned replies. */
export async function followName(tx: Tx, orgId: OrgId, from: string, to: string): Promise<void> {
  await renameInCampaigns(tx, orgId, from, to);
  await renameInReplies(tx, orgId, from, to);
}

async function renameInCampaigns(tx: Tx, orgId: OrgId, from: string, to: string): Promise<void> {
  const rows = await tx
    .select({ id: campaigns.id, variables: campaigns.variables })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.orgId, orgId),
        sql`exists (select 1 from jsonb_each(${campaigns.variables}) v where lower(v.value ->> 'field') = lower(${prefix + from}))`,
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

async function renameInReplies(tx: Tx, orgId: OrgId, from: string, to: string): Promise<void> {
  const rows = await tx
    .select({ id: cannedReplies.id, body: cannedReplies.body })
    .from(cannedReplies)
    .where(and(eq(cannedReplies.orgId, orgId), sql`${cannedReplies.body} ~ 'field:'`));
  for (const { id, body } of rows) {
    const renamed = body.replaceAll(/\{\{\s*field:([^{}]*)\}\}/g, (whole, name: string) =>
      fieldKey(name.trim()) === fieldKey(from) ? `{{field:${to}}}` : whole,
    );
    if (renamed === body) continue;
    await tx
      .update(cannedReplies)
      .set({ body: renamed })
      .where(and(eq(cannedReplies.orgId, orgId), eq(cannedReplies.id, id)));
  }
}
