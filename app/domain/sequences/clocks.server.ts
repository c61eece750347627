import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { quietHoursOf } from "#app/domain/messaging/campaigns/sendingSettings.server.ts";
import { inboxSettingsOf } from "#app/domain/messaging/inboxSettings/settings.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { Clocks } from "./plan.ts";

/** The clocks by which an organisation's sequences wait: its timezone, working week and quiet hours. */
export async function clocksOf(tx: Tx, { orgId }: Pick<OrgContext, "orgId">): Promise<Clocks> {
  const [org] = await tx
    .select({ zone: organisations.timezone })
    .from(organisations)
    .where(eq(organisations.id, orgId));
  const { workingWeek: week } = await inboxSettingsOf(tx, orgId);
  return { zone: org?.zone ?? "Africa/Nairobi", week, quiet: await quietHoursOf(tx, orgId) };
}

/** The category of a template; undefined when it is gone. */
export async function categoryOf(tx: Tx, { orgId }: Pick<OrgContext, "orgId">, templateId: string) {
  const [template] = await tx
    .select({ category: templates.category })
    .from(templates)
    .where(and(eq(templates.orgId, orgId), eq(templates.id, templateId)));
  return template?.category;
}
