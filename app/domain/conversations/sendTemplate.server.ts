import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { templates } from "#app/db/schema/whatsapp.ts";
import {
  cleanParameter,
  missingVariables,
  renderTemplate,
  unsupportedPart,
  variablesOf,
} from "#app/domain/templates/variables.ts";
import { DomainError, notFound } from "#app/shared/errors.ts";
import { findQueued, type OpenConversation, openForSending, queueMessage } from "./queueMessage.server.ts";
import { refusalOf } from "./templateRules.ts";

interface Input {
  conversationId: string;
  templateId: string;
  /** Values by variable key. */
  variables: Record<string, string>;
  key: string;
}

/**
 * Sends an approved template to the contact of a conversation, inside or outside the customer service window.
 * The same key again answers with the message of the first time.
 * @throws DomainError `template.not_found`, `template.not_sendable`, `template.variables_missing`,
 * `contact.opted_out`, `contact.no_consent`, and those of `openForSending`
 */
export async function sendTemplateInConversation({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: Input;
}): Promise<{ messageId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const open = await openForSending(tx, ctx, input.conversationId);
    const queued = await findQueued(tx, ctx, open, input.key);
    if (queued) return { messageId: queued };
    const template = await findSendable(tx, ctx, open, input.templateId);
    const variables = valuesFor(template, input.variables);
    const messageId = await queueMessage(tx, ctx, open, {
      key: input.key,
      summary: renderTemplate(template.components, variables).body,
      content: { type: "template", templateId: template.id, templateName: template.name, variables },
    });
    return { messageId };
  });
}

async function findSendable(tx: Tx, ctx: OrgContext, open: OpenConversation, templateId: string) {
  const [template] = await tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.orgId, ctx.orgId),
        eq(templates.id, templateId),
        eq(templates.whatsappAccountId, open.account.id),
      ),
    );
  if (!template) throw notFound("Template");
  const refusal = refusalOf(open.contact, template.category);
  if (refusal) throw new DomainError("conflict", refusal.code, refusal.message);
  if (template.status !== "APPROVED") {
    throw new DomainError(
      "conflict",
      "template.not_sendable",
      `The template ${template.name} is not approved. Choose another one.`,
    );
  }
  const unsupported = unsupportedPart(template.components);
  if (unsupported) {
    throw new DomainError("conflict", "template.not_sendable", `Choose another template. ${unsupported}`);
  }
  return template;
}

/** Exactly the values that the template asks for, cleaned as Meta wants them. */
function valuesFor(
  template: typeof templates.$inferSelect,
  given: Record<string, string>,
): Record<string, string> {
  const missing = missingVariables(template.components, given);
  if (missing.length > 0) {
    throw new DomainError("invalid", "template.variables_missing", "Give a value for every variable.", {
      fields: Object.fromEntries(
        missing.map((key) => [`variables.${key}`, "Give a value for this variable."]),
      ),
    });
  }
  return Object.fromEntries(
    variablesOf(template.components).map(({ key }) => [key, cleanParameter(given[key] ?? "")]),
  );
}
