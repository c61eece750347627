import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { asksForScore } from "#app/domain/messaging/scoreTemplate.ts";
import { statusesOf } from "#app/domain/whatsapp/templates/status.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** The approved templates that can ask for a score outside the customer service window. */
export async function scoreTemplates(tx: Tx, orgId: OrgId) {
  const approved = await tx
    .select({
      id: templates.id,
      name: templates.name,
      language: templates.language,
      components: templates.components,
    })
    .from(templates)
    .where(and(eq(templates.orgId, orgId), inArray(templates.status, statusesOf.approved)))
    .orderBy(asc(templates.name), asc(templates.language), asc(templates.id));
  return approved
    .filter(({ components }) => asksForScore(components))
    .map(({ components: _, ...template }) => template);
}
