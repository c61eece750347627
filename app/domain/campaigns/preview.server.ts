import { sql } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { VariableSource } from "#app/db/schema/messaging.ts";
import { type RenderedTemplate, renderTemplate } from "#app/domain/templates/variables.ts";
import { isRecipient, variablesOfContact } from "./audience.server.ts";
import { findCampaign, findTemplate } from "./find.server.ts";

/**
 * The message as the first recipient of the audience would read it, with `variables` instead of the stored ones when
 * given. `contact` is null when the audience is empty. Writes nothing.
 */
export async function previewCampaign({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { campaignId: string; variables?: Record<string, VariableSource> | undefined };
}): Promise<{ contact: string | null; message: RenderedTemplate }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, input.campaignId);
    const template = await findTemplate(tx, ctx.orgId, campaign.templateId);
    const condition = isRecipient({
      orgId: ctx.orgId,
      audience: campaign.audience,
      marketing: template.category === "MARKETING",
    });
    const { rows } = await tx.execute<{ contact: string; values: Record<string, string> }>(sql`
      select coalesce(nullif(c.name, ''), c.phone) as contact,
        ${variablesOfContact(input.variables ?? campaign.variables)} as values
      from contacts c where ${condition} order by c.id limit 1`);
    const first = rows[0];
    return {
      contact: first?.contact ?? null,
      message: renderTemplate(template.components, first?.values ?? {}),
    };
  });
}
