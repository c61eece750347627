import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { webhookEndpoints } from "#app/db/schema/record/webhooks.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { choicesOf } from "#app/domain/crm/deals/queries.server.ts";
import { stagesOf } from "#app/domain/crm/stages/read.server.ts";
import { teamNames } from "#app/domain/messaging/teams/queries.server.ts";
import { needsPlace, wordsIn } from "#app/domain/whatsapp/templates/files.ts";
import type { OrgContext } from "#app/platform/context.ts";

/**
 * The choices in the form of an action. Templates that need a location are included: a flow can start with
 * their buttons.
 */
export async function actionChoices(tx: Tx, ctx: OrgContext) {
  const approved = await tx
    .select({
      id: templates.id,
      name: templates.name,
      language: templates.language,
      components: templates.components,
    })
    .from(templates)
    .where(and(eq(templates.orgId, ctx.orgId), eq(templates.status, "APPROVED")))
    .orderBy(asc(templates.name), asc(templates.language));
  const endpoints = await tx
    .select({ id: webhookEndpoints.id, url: webhookEndpoints.url })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.orgId, ctx.orgId), eq(webhookEndpoints.mode, "live")))
    .orderBy(asc(webhookEndpoints.createdAt));
  return {
    templates: approved.map(({ components, ...template }) => ({
      ...template,
      variables: wordsIn(components).map(({ label }) => label),
      needsPlace: needsPlace(components),
    })),
    team: await choicesOf(tx, ctx),
    teams: await teamNames(tx, ctx.orgId),
    endpoints,
    stages: (await stagesOf(tx, ctx)).map(({ id, name }) => ({ id, name })),
  };
}
