import { and, eq, inArray } from "drizzle-orm";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { TemplateRow } from "./queries.server.ts";

/** Campaign statuses that forbid deleting or editing the campaign's template. */
const needing = {
  delete: ["scheduled", "preparing", "sending", "paused"],
  edit: ["preparing", "sending"],
} as const;

/** @throws DomainError `template.in_use` while a campaign needs the template unchanged. */
export async function refuseWhileNeeded(
  ctx: Pick<OrgContext, "db" | "orgId">,
  template: TemplateRow,
  deed: keyof typeof needing,
): Promise<void> {
  const open = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.$count(
      campaigns,
      and(
        eq(campaigns.orgId, ctx.orgId),
        eq(campaigns.templateId, template.id),
        inArray(campaigns.status, [...needing[deed]]),
      ),
    ),
  );
  if (open > 0) throw whatsappError(deed === "edit" ? "template.in_use:edit" : "template.in_use");
}
