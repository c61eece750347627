import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { holdForMessage } from "#app/domain/money/hold.server.ts";
import { type Quote, quote } from "#app/domain/money/quote.server.ts";
import { mediaIn } from "#app/domain/whatsapp/templates/files.ts";
import { requireFiles } from "#app/domain/whatsapp/templates/samples.server.ts";
import { isSendable } from "#app/domain/whatsapp/templates/status.ts";
import { unsupportedPart } from "#app/domain/whatsapp/templates/unsupported.ts";
import {
  cleanParameter,
  isMedia,
  renderTemplate,
  variablesOf,
} from "#app/domain/whatsapp/templates/variables.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError, notFound } from "#app/platform/errors.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { type OpenConversation, openForSending } from "./openForSending.server.ts";
import { findQueued, writeMessage } from "./queueMessage.server.ts";
import { refusalOf } from "./templateRules.ts";
import { requireValues } from "./templateValues.ts";

type Template = typeof templates.$inferSelect;

export interface TemplateToSend {
  templateId: string;
  /** Values by variable key. */
  variables: Record<string, string>;
  /** Made once for each form: the same key again returns the message of the first time, and costs nothing. */
  key: string;
  /** The price that the member saw, in KES cents: a higher one is refused. */
  maxTotalCents?: number | undefined;
}

/** Another template or other values under the same key, as after an answer that was lost, are another message. */
export const templateKey = ({ key, templateId, variables }: TemplateToSend): string =>
  JSON.stringify([key, templateId, variables]);

/**
 * Queues an approved template for the contact of a conversation, inside or outside the customer service
 * window. Its price is reserved with it, and settled or released by WhatsApp's report. The ledger, which
 * serialises an organisation's sends, is locked last. @throws DomainError `template.not_found`,
 * `template.not_sendable`, `template.variables_missing`, `contact.opted_out`, `contact.no_consent`,
 * `wallet.too_little`, `message.price_changed`, and those of `openForSending`
 */
export async function queueTemplate(
  tx: Tx,
  ctx: OrgContext,
  conversationId: string,
  input: TemplateToSend,
): Promise<{ messageId: string }> {
  const open = await openForSending(tx, ctx, conversationId);
  const queued = await findQueued(tx, ctx, open, templateKey(input));
  if (queued) return { messageId: queued };
  const template = await findTemplate(tx, ctx, input.templateId);
  requireSendableTo(template, open);
  const variables = await valuesFor(tx, ctx, template, input.variables);
  const now = ctx.clock.now();
  const { id: messageId } = await writeMessage(tx, ctx, open, {
    key: templateKey(input),
    ...templateContent(template, variables),
  });
  await claimFiles(tx, ctx, messageId, mediaIn(template.components, variables));
  const price = await quote(tx, { orgId: ctx.orgId, messages: 1, at: now, lock: true, org: open.org });
  requireSeenPrice(price, input.maxTotalCents);
  await holdForMessage(tx, { orgId: ctx.orgId, messageId, template: template.name, price, now });
  return { messageId };
}

/** What a message says that is made of a template. */
export const templateContent = ({ id, name, components }: Template, variables: Record<string, string>) => ({
  body: renderTemplate(components, variables).body,
  content: { type: "template" as const, templateId: id, templateName: name, variables },
});

function requireSeenPrice(price: Quote, maxTotalCents: number | undefined): void {
  if (maxTotalCents === undefined || price.totalCents <= maxTotalCents) return;
  throw messagingError("message.price_changed", { values: { totalCents: formatKes(price.totalCents) } });
}

async function findTemplate(tx: Tx, { orgId }: OrgContext, templateId: string): Promise<Template> {
  const byId = and(eq(templates.orgId, orgId), eq(templates.id, templateId));
  const [template] = await tx.select().from(templates).where(byId);
  if (!template) throw notFound("Template");
  return template;
}

/** @throws DomainError `template.not_found`, `contact.opted_out`, `contact.no_consent`, `template.not_sendable` */
export function requireSendableTo(template: Template, { account, contact }: OpenConversation): void {
  if (template.whatsappAccountId !== account.id) throw notFound("Template");
  requireSendable(template, contact);
}

/** @throws DomainError `contact.opted_out`, `contact.no_consent`, `template.not_sendable` */
export function requireSendable(template: Template, contact: Parameters<typeof refusalOf>[0]): void {
  const refusal = refusalOf(contact, template.category);
  if (refusal) throw new DomainError("conflict", refusal.code, refusal.message);
  if (!isSendable(template.status)) {
    throw messagingError("template.not_sendable", { values: { template: template.name } });
  }
  const unsupported = unsupportedPart(template.components);
  if (unsupported) {
    throw messagingError("template.not_sendable:unsupported", { values: { why: unsupported } });
  }
}

/** A file that was uploaded for this message goes with it when it is erased. */
export async function claimFiles(
  tx: Tx,
  ctx: OrgContext,
  messageId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(media)
    .set({ messageId })
    .where(
      and(
        eq(media.orgId, ctx.orgId),
        inArray(media.id, [...ids]),
        isNull(media.messageId),
        eq(media.kept, false),
      ),
    );
}

/** Exactly the values that the template requires, cleaned as Meta requires. */
export async function valuesFor(
  tx: Tx,
  ctx: OrgContext,
  template: Template,
  given: Record<string, string>,
): Promise<Record<string, string>> {
  const { components } = template;
  requireValues(components, given);
  const wanted = variablesOf(components);
  await requireFiles(
    tx,
    ctx.orgId,
    wanted
      .filter(isMedia)
      .map(({ key, kind }) => ({ field: `variables.${key}`, mediaId: given[key]!.trim(), kind })),
  );
  return Object.fromEntries(wanted.map(({ key }) => [key, cleanParameter(given[key] ?? "")]));
}
