import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import { record } from "#app/domain/record/record.server.ts";
import { listConnectedAccounts, type WhatsappAccount } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import { templateCreated } from "#app/domain/whatsapp/events.ts";
import { submitTemplateJob } from "#app/domain/whatsapp/jobs.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { GraphError } from "#app/providers/meta/graph.server.ts";
import { componentsOf, parameterFormatOf } from "./draft.ts";
import { recordNotAccepted, refusedByMeta, refuseProblems } from "./refusals.server.ts";
import { isReviewOn } from "./review.server.ts";
import { filesOfDraft, requireFiles, samplesIn, storeFiles } from "./samples.server.ts";
import type { TemplateDraft } from "./schemas.ts";
import { submitDraft } from "./submit.server.ts";

export const secondTryMs = 90_000;

/**
 * Creates a template and submits it to Meta, or leaves it for review by staff. A refusal stores nothing; a
 * lost response leaves the template as `DRAFT`, and a job looks it up at Meta before it submits again.
 * @throws DomainError `template.invalid` and `meta.template_refused` with messages by field,
 * `template.name_taken`, `whatsapp.not_connected`.
 */
export async function createTemplate({
  ctx,
  input,
}: Call<TemplateDraft>): Promise<{ id: string; name: string; status: string }> {
  refuseProblems(input);
  const account = await chooseAccount(ctx, input.whatsappAccountId);
  const id = newId("tpl", ctx.clock.now().getTime());
  const status = (await isReviewOn(ctx)) ? "PLATFORM_REVIEW" : "DRAFT";
  await ctx.db
    .withOrg(ctx.orgId, (tx) => insertDraft(tx, ctx, { id, status, account }, input))
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? nameTaken(error) : error;
    });
  if (status === "PLATFORM_REVIEW") return { id, name: input.name, status };
  try {
    const submitted = await submitDraft({ ctx, input: { id } });
    return { id, name: input.name, status: submitted.status };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    await ctx.db.withOrg(ctx.orgId, async (tx) => {
      await tx.delete(templates).where(and(eq(templates.orgId, ctx.orgId), eq(templates.id, id)));
      await recordNotAccepted(tx, ctx, input, error);
    });
    throw await refusedByMeta(ctx, account, error);
  }
}

async function insertDraft(
  tx: Tx,
  ctx: OrgContext,
  { id, status, account }: { id: string; status: "DRAFT" | "PLATFORM_REVIEW"; account: WhatsappAccount },
  input: TemplateDraft,
): Promise<void> {
  const isAuthentication = input.category === "AUTHENTICATION";
  const components = componentsOf(input);
  await requireFiles(tx, ctx.orgId, filesOfDraft(input));
  await storeFiles(tx, ctx.orgId, samplesIn(components));
  await freeDeletedName(tx, ctx, account.id, input);
  await tx.insert(templates).values({
    orgId: ctx.orgId,
    id,
    whatsappAccountId: account.id,
    name: input.name,
    language: input.language,
    category: input.category,
    status,
    parameterFormat: isAuthentication ? "positional" : parameterFormatOf(input),
    components,
    createdBy: userOf(ctx.actor),
    createdAt: ctx.clock.now(),
  });
  await record(tx, ctx, templateCreated, {
    subject: id,
    data: { name: input.name, language: input.language },
  });
  if (status === "PLATFORM_REVIEW") return;
  const startAfter = new Date(ctx.clock.now().getTime() + secondTryMs);
  await ctx.jobs.enqueue(submitTemplateJob, { orgId: ctx.orgId, templateId: id }, { tx, startAfter });
}

const nameTaken = (cause: unknown) => {
  return whatsappError("template.name_taken", { field: "name", cause });
};

/** A deleted template remains for the campaigns that used it, under a name that no template can have. */
async function freeDeletedName(
  tx: Tx,
  ctx: OrgContext,
  whatsappAccountId: string,
  { name, language }: { name: string; language: string },
): Promise<void> {
  const deleted = and(
    eq(templates.orgId, ctx.orgId),
    eq(templates.whatsappAccountId, whatsappAccountId),
    eq(templates.name, name),
    eq(templates.language, language),
    eq(templates.status, "DELETED"),
  );
  const [old] = await tx.select({ id: templates.id }).from(templates).where(deleted);
  if (old)
    await tx
      .update(templates)
      .set({ name: `${name}.${old.id}` })
      .where(deleted);
}

async function chooseAccount(ctx: OrgContext, id: string | undefined): Promise<WhatsappAccount> {
  const connected = await listConnectedAccounts(ctx);
  const account = id ? connected.find((candidate) => candidate.id === id) : connected[0];
  if (account) return account;
  if (id) throw notFound("WhatsApp account");
  throw whatsappError("whatsapp.not_connected:for_templates");
}
