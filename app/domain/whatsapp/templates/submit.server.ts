import { and, eq } from "drizzle-orm";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { record } from "#app/domain/record/record.server.ts";
import { accessTokenOf, findAccount } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { templateSubmitted } from "#app/domain/whatsapp/events.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { GraphUnreachable } from "#app/providers/meta/graph.server.ts";
import {
  editTemplate,
  findTemplate,
  submitTemplate,
  type TemplateNode,
} from "#app/providers/meta/templates.server.ts";
import { changeTemplateStatus } from "./changeStatus.server.ts";
import { findTemplateRow, type TemplateRow } from "./queries.server.ts";
import { uploadSamples } from "./samples.server.ts";
import { statusAfter } from "./status.ts";
import { renderTemplate } from "./variables.ts";

/**
 * Submits a template that is `DRAFT`: a new or an edited one. `isRepeat`: an earlier response may have been
 * lost, so it is looked up at Meta by name first. Returns the status; `DRAFT` when Meta did not respond this
 * time either. @throws GraphError when Meta refuses.
 */
export async function submitDraft({
  ctx,
  input,
}: Call<{ id: string; isRepeat?: boolean }>): Promise<{ status: string }> {
  const template = await findTemplateRow(ctx, input.id);
  if (template.status !== "DRAFT") return { status: template.status };
  const account = await findAccount(ctx, template.whatsappAccountId);
  const token = accessTokenOf(ctx, account);
  try {
    const found = input.isRepeat
      ? await findTemplate(ctx.graph, token, account.wabaId, template.name, template.language)
      : undefined;
    const isTaken = found && (template.metaTemplateId === null || isSameContent(found, template));
    const taken = isTaken ? found : await submitToMeta(ctx, token, account.wabaId, template);
    return await keepAnswer(ctx, template.id, taken);
  } catch (error) {
    if (error instanceof GraphUnreachable) return { status: "DRAFT" };
    throw error;
  }
}

interface Taken {
  metaTemplateId: string;
  status: string;
  category: string;
}

async function submitToMeta(
  ctx: OrgContext,
  token: string,
  wabaId: string,
  template: TemplateRow,
): Promise<Taken> {
  const { metaTemplateId, category } = template;
  const handles = await uploadSamples(ctx, token, template.components);
  if (metaTemplateId === null) return submitTemplate(ctx, token, wabaId, { ...template, handles });
  const keepsCategory = isEditOfApproved(template);
  await editTemplate(ctx, token, metaTemplateId, { ...template, handles, keepsCategory });
  return { metaTemplateId, status: "PENDING", category };
}

/** Edits are counted only for approved templates; the last one has not been submitted yet. */
function isEditOfApproved({ edits, submittedAt }: TemplateRow): boolean {
  const last = edits.at(-1);
  return last !== undefined && (submittedAt === null || new Date(last) > submittedAt);
}

/** Whether Meta already has the edit: it is no longer rejected, and its text equals ours. */
function isSameContent(found: TemplateNode, { components }: TemplateRow): boolean {
  if (found.status === "REJECTED") return false;
  const read = (parts: TemplateNode["components"]) => JSON.stringify(renderTemplate(parts, {}));
  return read(found.components) === read(components);
}

/** A status that a webhook reported before this response is kept. */
async function keepAnswer(ctx: OrgContext, id: string, taken: Taken): Promise<{ status: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const ours = and(eq(templates.orgId, ctx.orgId), eq(templates.id, id));
    const [template] = await tx
      .update(templates)
      .set({
        metaTemplateId: taken.metaTemplateId,
        submittedAt: ctx.clock.now(),
        category: taken.category as "MARKETING",
      })
      .where(ours)
      .returning();
    await record(tx, ctx, templateSubmitted, {
      subject: id,
      data: { name: template!.name, language: template!.language },
    });
    if (template!.status !== "DRAFT") return { status: template!.status };
    const status = statusAfter(taken.status);
    await changeTemplateStatus(tx, template!, { status, rejectionReason: null }, ctx.clock);
    return { status };
  });
}
