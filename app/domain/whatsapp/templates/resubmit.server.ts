import { and, eq } from "drizzle-orm";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { record } from "#app/domain/record/record.server.ts";
import { findAccount } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import { templateChanged } from "#app/domain/whatsapp/events.ts";
import { submitTemplateJob } from "#app/domain/whatsapp/jobs.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { GraphError } from "#app/providers/meta/graph.server.ts";
import { m } from "#messages";
import { secondTryMs } from "./create.server.ts";
import { componentsOf, parameterFormatOf } from "./draft.ts";
import { editLimit, editsAfter } from "./editLimit.ts";
import { refuseWhileNeeded } from "./inUse.server.ts";
import { findTemplateRow, type TemplateRow } from "./queries.server.ts";
import { recordNotAccepted, refusedByMeta, refuseProblems } from "./refusals.server.ts";
import { isReviewOn } from "./review.server.ts";
import { filesOfDraft, requireFiles, samplesIn, storeFiles } from "./samples.server.ts";
import type { TemplateContent } from "./schemas.ts";
import { isEditable } from "./status.ts";
import { submitDraft } from "./submit.server.ts";

/**
 * Edits a rejected, paused or approved template and submits it again under its name, within Meta's limits. It
 * is `DRAFT` until Meta responds; a refusal restores the old content, and a lost response is retried by the
 * job of new templates. @throws DomainError `template.not_found`, `template.not_editable`,
 * `template.category_fixed`, `template.edited_today`, `template.edited_often`, `template.in_use`,
 * `template.invalid` and `meta.template_refused` with messages by field.
 */
export async function resubmitTemplate({
  ctx,
  input: { id, ...content },
}: Call<TemplateContent & { id: string }>): Promise<{ id: string; name: string; status: string }> {
  const before = await findTemplateRow(ctx, id);
  if (!isEditable(before)) throw notEditable();
  await refuseBeyondLimits(ctx, before, content);
  refuseProblems(content);
  refuseOtherFormat(before, content);
  const status = (await isReviewOn(ctx)) ? "PLATFORM_REVIEW" : "DRAFT";
  await keepAsDraft(ctx, before, content, status);
  if (status === "PLATFORM_REVIEW") return { id, name: before.name, status };
  const account = await findAccount(ctx, before.whatsappAccountId);
  try {
    const submitted = await submitDraft({ ctx, input: { id } });
    return { id, name: before.name, status: submitted.status };
  } catch (error) {
    await putBack(ctx, before, error);
    throw error instanceof GraphError ? await refusedByMeta(ctx, account, error) : error;
  }
}

/**
 * Meta's limits for an approved template, and campaigns that need it unchanged (facts/whatsapp-cloud-api.md
 * §8.1).
 */
async function refuseBeyondLimits(
  ctx: OrgContext,
  before: TemplateRow,
  content: TemplateContent,
): Promise<void> {
  if (before.status === "REJECTED") return;
  await refuseWhileNeeded(ctx, before, "edit");
  if (before.status !== "APPROVED") return;
  if (content.category !== before.category)
    throw whatsappError("template.category_fixed", { field: "category" });
  const limit = editLimit(before.edits, ctx.clock.now());
  if (limit)
    throw whatsappError(limit.code, {
      values: { when: `on ${toNairobiInput(limit.until).replace("T", " at ")}` },
    });
}

const notEditable = () => whatsappError("template.not_editable");

/** Meta does not change the variable format of a template's first submission. */
function refuseOtherFormat(before: TemplateRow, content: TemplateContent): void {
  const format = parameterFormatOf(content);
  const names = componentsOf(content).some((component) => "example" in component);
  if (before.metaTemplateId === null || content.category === "AUTHENTICATION" || !names) return;
  if (format === before.parameterFormat) return;
  const message =
    before.parameterFormat === "named"
      ? m.errors_template_variables_are_named()
      : m.errors_template_variables_are_numbered();
  throw whatsappError("template.invalid", { values: { said: message }, field: "body" });
}

async function keepAsDraft(
  ctx: OrgContext,
  before: TemplateRow,
  content: TemplateContent,
  status: "DRAFT" | "PLATFORM_REVIEW",
): Promise<void> {
  const now = ctx.clock.now();
  const components = componentsOf(content);
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    await requireFiles(tx, ctx.orgId, filesOfDraft(content));
    await storeFiles(tx, ctx.orgId, samplesIn(components));
    const [taken] = await tx
      .update(templates)
      .set({
        status,
        statusChangedAt: now,
        rejectionReason: null,
        category: content.category,
        components,
        ...(before.status === "APPROVED" ? { edits: editsAfter(before.edits, now) } : {}),
        ...(before.metaTemplateId === null ? { parameterFormat: parameterFormatOf(content) } : {}),
      })
      .where(
        and(eq(templates.orgId, ctx.orgId), eq(templates.id, before.id), eq(templates.status, before.status)),
      )
      .returning({ id: templates.id });
    if (!taken) throw notEditable();
    await record(tx, ctx, templateChanged, {
      subject: before.id,
      data: { name: before.name, language: before.language },
    });
    if (status === "PLATFORM_REVIEW") return;
    const startAfter = new Date(now.getTime() + secondTryMs);
    await ctx.jobs.enqueue(
      submitTemplateJob,
      { orgId: ctx.orgId, templateId: before.id },
      { tx, startAfter },
    );
  });
}

async function putBack(ctx: OrgContext, before: TemplateRow, error: unknown): Promise<void> {
  const { status, statusChangedAt, rejectionReason, category, components, parameterFormat, edits } = before;
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    await tx
      .update(templates)
      .set({ status, statusChangedAt, rejectionReason, category, components, parameterFormat, edits })
      .where(and(eq(templates.orgId, ctx.orgId), eq(templates.id, before.id), eq(templates.status, "DRAFT")));
    if (error instanceof GraphError) await recordNotAccepted(tx, ctx, before, error);
  });
}
