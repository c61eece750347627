import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { templates } from "#app/db/schema/whatsapp.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { listConnectedAccounts, type WhatsappAccount } from "#app/domain/whatsappAccounts/queries.server.ts";
import { suspendAccount } from "#app/domain/whatsappAccounts/suspend.server.ts";
import { submitTemplateLater } from "#app/jobs/submitTemplate.server.ts";
import { GraphError } from "#app/providers/meta/graph.server.ts";
import { isTokenRefused, metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { DomainError, notFound } from "#app/shared/errors.ts";
import { newId } from "#app/shared/ids.ts";
import { isUniqueViolation } from "#app/shared/uniqueViolation.ts";
import { componentsOf, parameterFormatOf } from "./draft.ts";
import { problemsOf } from "./problems.ts";
import type { TemplateDraft } from "./schemas.ts";
import { submitDraft } from "./submit.server.ts";

const secondTryMs = 90_000;

/**
 * Writes a template and submits it to Meta. A refusal leaves nothing behind; a lost answer leaves the template as `DRAFT`,
 * and a job finds out whether Meta has it before it submits again.
 * @throws DomainError `template.invalid` and `meta.template_refused` with messages by field, `template.name_taken`, `whatsapp.not_connected`.
 */
export async function createTemplate({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: TemplateDraft;
}): Promise<{ id: string; name: string; status: string }> {
  const problems = problemsOf(input);
  const [first] = Object.values(problems);
  if (first !== undefined) throw new DomainError("invalid", "template.invalid", first, { fields: problems });
  const account = await chooseAccount(ctx, input.whatsappAccountId);
  const id = newId("tpl", ctx.clock.now().getTime());
  await ctx.db
    .withOrg(ctx.orgId, (tx) => insertDraft(tx, ctx, id, account, input))
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? nameTaken(error) : error;
    });
  try {
    const { status } = await submitDraft({ ctx, input: { id } });
    return { id, name: input.name, status };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    await ctx.db.withOrg(ctx.orgId, async (tx) => {
      await tx.delete(templates).where(and(eq(templates.orgId, ctx.orgId), eq(templates.id, id)));
      await recordActivity(tx, ctx, {
        type: "template",
        status: "error",
        action: "Template not accepted",
        details: `${input.name} (${input.language}): ${error.userMessage ?? error.details}`,
      });
    });
    const refusal = refusalByField(error);
    if (isTokenRefused(error))
      await suspendAccount({ ctx, input: { account, reason: (refusal as DomainError).message } });
    throw refusal;
  }
}

async function insertDraft(
  tx: Tx,
  ctx: OrgContext,
  id: string,
  account: WhatsappAccount,
  input: TemplateDraft,
): Promise<void> {
  const isAuthentication = input.category === "AUTHENTICATION";
  await freeDeletedName(tx, ctx, account.id, input);
  await tx.insert(templates).values({
    orgId: ctx.orgId,
    id,
    whatsappAccountId: account.id,
    name: input.name,
    language: input.language,
    category: input.category,
    status: "DRAFT",
    parameterFormat: isAuthentication ? "positional" : parameterFormatOf(input),
    components: componentsOf(input),
    createdBy: ctx.actor.userId,
    createdAt: ctx.clock.now(),
  });
  await recordActivity(tx, ctx, {
    type: "template",
    action: "Template created",
    details: `${input.name} (${input.language})`,
  });
  const startAfter = new Date(ctx.clock.now().getTime() + secondTryMs);
  await ctx.jobs.enqueue(submitTemplateLater, { orgId: ctx.orgId, templateId: id }, { tx, startAfter });
}

const nameTaken = (cause: unknown) => {
  const message = "There is a template of this name in this language already. Choose another name.";
  return new DomainError("conflict", "template.name_taken", message, { fields: { name: message }, cause });
};

/** A deleted template stays for the campaigns that used it, under a name that no template can have. */
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
  throw new DomainError(
    "conflict",
    "whatsapp.not_connected",
    "Connect a WhatsApp account first: templates live in it. You do that on WhatsApp Setup.",
  );
}

/** Meta's subcodes say which part it means (facts/whatsapp-cloud-api.md §8.2). */
const fieldOfSubcode: Record<number, string> = {
  2388047: "header",
  2388072: "body",
  2388073: "footer",
  2388293: "body",
  2388299: "body",
  2388023: "name",
  2388024: "name",
};

function refusalByField(error: GraphError): unknown {
  const refusal = metaRefusal(error, "meta.template_refused");
  const field = fieldOfSubcode[error.subcode ?? 0];
  if (!field || !(refusal instanceof DomainError)) return refusal;
  return new DomainError(refusal.kind, refusal.code, refusal.message, {
    fields: { [field]: refusal.message },
    cause: error,
  });
}
