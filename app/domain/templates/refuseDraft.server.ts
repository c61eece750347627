import type { OrgContext } from "#app/api/context.ts";
import { metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import { changeTemplateStatus } from "./changeStatus.server.ts";
import { findTemplateRow } from "./queries.server.ts";

/** A submission that a job made was refused: the template is rejected, with the reason in words, and the organisation is told. */
export async function refuseDraft({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { id: string; error: unknown };
}): Promise<void> {
  const refusal = metaRefusal(input.error);
  if (!(refusal instanceof DomainError)) throw refusal;
  const template = await findTemplateRow(ctx, input.id);
  if (template.status !== "DRAFT") return;
  await ctx.db.withOrg(ctx.orgId, (tx) =>
    changeTemplateStatus(tx, template, { status: "REJECTED", rejectionReason: refusal.message }, ctx.clock),
  );
}
