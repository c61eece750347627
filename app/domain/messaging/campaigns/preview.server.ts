import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type RenderedTemplate, renderTemplate } from "#app/domain/whatsapp/templates/variables.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { audienceFor, isRecipient, variablesOfContact } from "./audience.server.ts";
import { type Campaign, findCampaign, partsOf, type Template } from "./find.server.ts";
import { linkText, linkVariables } from "./links.server.ts";
import { valuesWithoutContact } from "./variableRows.ts";

/**
 * The message as its first recipient got it; of a campaign that was not started, as the first one of the audience would
 * read it. `contact` is null when the audience is empty. Writes nothing.
 */
export async function previewCampaign({ ctx, input }: Call<{ campaignId: string }>): Promise<Preview> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, input.campaignId);
    const { template } = await partsOf(tx, ctx.orgId, campaign);
    if (!template) throw notFound("Template");
    if (campaign.recipientCount === 0) return messageToFirst(tx, ctx, { ...campaign, template });
    const first = await firstWritten(tx, campaign);
    return {
      contact: first?.contact ?? null,
      message: renderTemplate(template.components, first?.values ?? {}),
    };
  });
}

export interface Preview {
  contact: string | null;
  message: RenderedTemplate;
}

/** The message to the first recipient of an audience; fixed texts and fallbacks when there is none. */
export async function messageToFirst(
  tx: Tx,
  ctx: OrgContext,
  { template, audience, variables }: Pick<Campaign, "audience" | "variables"> & { template: Template },
): Promise<Preview> {
  const condition = await isRecipient(tx, audienceFor(ctx, audience, template.category));
  const { rows } = await tx.execute<{ contact: string; values: Record<string, string> }>(sql`
    select coalesce(nullif(c.name, ''), c.phone, '@' || c.username) as contact, ${variablesOfContact(variables)} as values
    from contacts c where ${condition} order by c.id limit 1`);
  const first = rows[0];
  const links = Object.fromEntries(
    linkVariables(variables).map((key) => [key, linkText(ctx, template.components, key, "Ab3dEf6hIj9k")]),
  );
  const values = first?.values ?? valuesWithoutContact(variables);
  return {
    contact: first?.contact ?? null,
    message: renderTemplate(template.components, { ...values, ...links }),
  };
}

async function firstWritten(tx: Tx, { orgId, id: campaignId, messagesFrom, messagesTo }: Campaign) {
  const { rows } = await tx.execute<{ contact: string; values: Record<string, string> | null }>(sql`
    select coalesce(nullif(c.name, ''), m.recipient) as contact, m.variables as values
    from messages m left join contacts c on c.org_id = ${orgId} and c.id = m.contact_id
    where m.org_id = ${orgId} and m.campaign_id = ${campaignId} and m.sequence = 1
      and m.id >= ${messagesFrom} and m.id < ${messagesTo}`);
  return rows[0];
}
