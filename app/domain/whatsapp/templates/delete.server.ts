import { and, eq } from "drizzle-orm";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { record } from "#app/domain/record/record.server.ts";
import { accessTokenOf, findAccount } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { templateDeleted } from "#app/domain/whatsapp/events.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { GraphError } from "#app/providers/meta/graph.server.ts";
import { metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { deleteTemplateAtMeta, findTemplate } from "#app/providers/meta/templates.server.ts";
import { refuseWhileNeeded } from "./inUse.server.ts";
import { findTemplateRow, type TemplateRow } from "./queries.server.ts";

/**
 * Deletes a template at Meta and marks its row as deleted, for the campaigns that used it. @throws
 * DomainError `template.not_found`, `template.in_use` while a campaign needs it, `meta.refused`,
 * `meta.unreachable`.
 */
export async function deleteTemplate({ ctx, input }: Call<{ id: string }>): Promise<{ deleted: true }> {
  const template = await findTemplateRow(ctx, input.id);
  await refuseWhileNeeded(ctx, template, "delete");
  await removeAtMeta(ctx, template);
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    await tx
      .update(templates)
      .set({ status: "DELETED", statusChangedAt: ctx.clock.now() })
      .where(and(eq(templates.orgId, ctx.orgId), eq(templates.id, template.id)));
    await record(tx, ctx, templateDeleted, {
      subject: template.id,
      data: { name: template.name, language: template.language },
    });
  });
  return { deleted: true };
}

/** A template whose submission got no response is looked up at Meta first, where it may not exist. */
async function removeAtMeta(ctx: OrgContext, template: TemplateRow): Promise<void> {
  const account = await findAccount(ctx, template.whatsappAccountId).catch(() => undefined);
  if (!account || account.status === "disconnected") return;
  const token = accessTokenOf(ctx, account);
  try {
    const metaTemplateId =
      template.metaTemplateId ??
      (await findTemplate(ctx.graph, token, account.wabaId, template.name, template.language))
        ?.metaTemplateId;
    if (metaTemplateId)
      await deleteTemplateAtMeta(ctx, token, account.wabaId, { name: template.name, metaTemplateId });
  } catch (error) {
    const isGone =
      error instanceof GraphError &&
      error.code === 100 &&
      (await isMissing(ctx, template, token, account.wabaId));
    if (!isGone) throw metaRefusal(error);
  }
}

async function isMissing(
  ctx: OrgContext,
  template: TemplateRow,
  token: string,
  wabaId: string,
): Promise<boolean> {
  const found = await findTemplate(ctx.graph, token, wabaId, template.name, template.language).catch(
    (error: unknown) => {
      throw metaRefusal(error);
    },
  );
  return found === undefined || found.status === "PENDING_DELETION" || found.status === "DELETED";
}
