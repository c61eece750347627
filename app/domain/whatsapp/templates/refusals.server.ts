import type { Tx } from "#app/db/client.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { WhatsappAccount } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { suspendAccount } from "#app/domain/whatsapp/accounts/suspend.server.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import { templateNotAccepted } from "#app/domain/whatsapp/events.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError, reasonOf } from "#app/platform/errors.ts";
import type { GraphError } from "#app/providers/meta/graph.server.ts";
import { isTokenRefused, metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { callNumberProblem } from "./callNumber.ts";
import { problemsOf } from "./problems.ts";
import type { TemplateContent } from "./schemas.ts";

/** @throws DomainError `template.invalid` with messages by field, one per line. */
export function refuseProblems(content: TemplateContent): void {
  const problems = Object.entries(problemsOf(content, callNumberProblem));
  const first = problems[0]?.[1][0];
  if (first === undefined) return;
  const fields = Object.fromEntries(problems.map(([field, messages]) => [field, messages.join("\n")]));
  throw whatsappError("template.invalid", { values: { said: first }, fields });
}

export const recordNotAccepted = (
  tx: Tx,
  ctx: OrgContext,
  { name, language }: { name: string; language: string },
  error: GraphError,
) =>
  record(tx, ctx, templateNotAccepted, {
    subject: null,
    data: { name, language, reason: error.userMessage ?? error.details },
  });

/** Meta's refusal of a template as an error with messages by field. A refused token suspends the account. */
export async function refusedByMeta(
  ctx: OrgContext,
  account: WhatsappAccount,
  error: GraphError,
): Promise<unknown> {
  const refusal = refusalByField(error);
  if (isTokenRefused(error))
    await suspendAccount({ ctx, input: { account, reason: reasonOf(refusal as DomainError) } });
  return refusal;
}

/** Fields by Meta's subcodes (facts/whatsapp-cloud-api.md §8.2). */
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
