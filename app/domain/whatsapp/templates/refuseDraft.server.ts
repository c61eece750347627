import { findAccount } from "#app/domain/whatsapp/accounts/queries.server.ts";
import type { Call } from "#app/platform/context.ts";
import { DomainError, noteOfRefusal } from "#app/platform/errors.ts";
import { GraphError } from "#app/providers/meta/graph.server.ts";
import { isAccessRefused } from "#app/providers/meta/refusal.server.ts";
import { changeTemplateStatus } from "./changeStatus.server.ts";
import { findTemplateRow } from "./queries.server.ts";
import { refusedByMeta } from "./refusals.server.ts";

/**
 * Rejects a template whose submission by a job was refused, stores the reason and notifies the organisation.
 * A refused token suspends the account. @throws the refusal if it is not about the template (a transient
 * error, refused access, a suspended account); the template then remains a draft to be submitted again.
 */
export async function refuseDraft({
  ctx,
  input: { id, error },
}: Call<{ id: string; error: unknown }>): Promise<{ status: string }> {
  const template = await findTemplateRow(ctx, id);
  const account = await findAccount(ctx, template.whatsappAccountId);
  const refusal = error instanceof GraphError ? await refusedByMeta(ctx, account, error) : error;
  if (!(refusal instanceof DomainError)) throw refusal;
  const isTransient = refusal.kind === "unavailable" || refusal.kind === "too_many";
  if (isTransient || isAccessRefused(error) || account.status === "suspended") throw refusal;
  if (template.status !== "DRAFT") return { status: template.status };
  await ctx.db.withOrg(ctx.orgId, (tx) =>
    changeTemplateStatus(
      tx,
      template,
      { status: "REJECTED", rejectionReason: noteOfRefusal(refusal) },
      ctx.clock,
    ),
  );
  return { status: "REJECTED" };
}
