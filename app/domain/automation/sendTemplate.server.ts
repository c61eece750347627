import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { queueTemplate } from "#app/domain/messaging/messages/queueTemplate.server.ts";
import { recipientOf } from "#app/domain/messaging/messages/recipient.ts";
import { conversationWith } from "#app/domain/messaging/messages/send.server.ts";
import { valuesOf } from "#app/domain/messaging/messages/templateValues.ts";
import { connectedNumbers } from "#app/domain/whatsapp/numbers/find.server.ts";
import { sampleFiles } from "#app/domain/whatsapp/templates/files.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

/** A conversation, or a phone number that becomes a contact with one. */
export type Recipient = { conversationId: string } | { phone: string };

/** Meta's limit of a value. */
const longestValue = 1024;

/**
 * Queues a template with values for its words, and its sample files.
 * @throws DomainError `template.too_many_parameters`, and those of `queueTemplate` and `openPlace`
 */
export async function sendTemplate(
  tx: Tx,
  ctx: OrgContext,
  {
    templateId,
    values,
    recipient,
    key,
  }: { templateId: string; values: string[]; recipient: Recipient; key: string },
): Promise<{ template: string; messageId: string }> {
  const [template] = await tx
    .select({
      name: templates.name,
      accountId: templates.whatsappAccountId,
      components: templates.components,
    })
    .from(templates)
    .where(and(eq(templates.orgId, ctx.orgId), eq(templates.id, templateId)));
  if (!template) throw notFound("Template");
  const { name, accountId, components } = template;
  const variables = valuesOf(variablesOf(components), {
    parameters: values.map((value) => value.slice(0, longestValue)),
    parts: sampleFiles(components),
  });
  const conversationId =
    "phone" in recipient
      ? await conversationOf(tx, ctx, recipient.phone, accountId)
      : recipient.conversationId;
  const { messageId } = await queueTemplate(tx, ctx, conversationId, { templateId, variables, key });
  return { template: name, messageId };
}

/** The conversation with a phone number, over the oldest connected number of the template's account. */
async function conversationOf(tx: Tx, ctx: OrgContext, phone: string, accountId: string): Promise<string> {
  const numbers = await connectedNumbers(tx, ctx.orgId);
  const from = numbers.find((number) => number.accountId === accountId)?.phoneNumberId;
  return conversationWith(tx, ctx, recipientOf({ to: phone }), from);
}
