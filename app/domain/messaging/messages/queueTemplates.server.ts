import { and, eq, inArray, isNull } from "drizzle-orm";
import { commitWith, inOneGo, type Tx } from "#app/db/client.server.ts";
import type { Notice } from "#app/db/notices.server.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import type { templates } from "#app/db/schema/whatsapp/templates.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { type PlannedSms, planSms, smsOf, smsPartPrice } from "#app/domain/messaging/sms/plan.server.ts";
import {
  afterwards,
  type LockedMonth,
  lockPurse,
  type Purse,
  priceOf,
  type Quote,
  requireEnoughMoney,
} from "#app/domain/money/quote.server.ts";
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
import { endWait } from "./endWait.server.ts";
import type { Place } from "./place.server.ts";
import { type AutomaticMessage, findAllQueued, idEndOf, singleRow } from "./singleMessage.server.ts";
import { stopFlowByMessage } from "./stopFlow.server.ts";
import { refusalOf } from "./templateRules.ts";
import { requireValues } from "./templateValues.ts";
import { type PaidMessage, writeMessages } from "./writeMessages.server.ts";

type Template = typeof templates.$inferSelect;

export interface TemplateToSend {
  templateId: string;
  /** Values by variable key. */
  variables: Record<string, string>;
  /** Made once for each form: the same key again returns the message of the first time, and costs nothing. */
  key: string;
  /** The price that the member saw, in KES cents: a higher one is refused. */
  maxTotalCents?: number | undefined;
  /** It is sent automatically and is not a reply: the customer still waits. */
  automatic?: AutomaticMessage;
}

/** A template in a locked conversation. */
export interface TemplateToQueue extends TemplateToSend {
  ctx: OrgContext;
  place: Place;
  /** No message was ever requested with this key: it is not looked up. */
  isFirst?: boolean | undefined;
}

/** `paid`: the message, unless it was queued before. */
export type QueueOutcome = { messageId: string; paid?: PaidMessage } | { error: DomainError };

interface Options {
  /** Months of the purse that are locked already. */
  locked?: readonly LockedMonth[];
  /** The transaction ends here: its last statements are sent together with the commit. */
  withCommit?: boolean;
}

/**
 * Queues approved templates in conversations of one organisation, inside or outside the customer service window. Every
 * template to one person is queued here. They are queued in their order, as if each came alone: a refused one stops no other,
 * and each is paid from what those before it leave in the wallet. Its price is put on hold with the message, and settled or
 * released by WhatsApp's report. The ledger, which serialises an organisation's sends, is locked last. Returns an outcome for
 * each, and the notifications for the commit. Refusals: `template.not_found`, `template.not_sendable`, `contact.opted_out`,
 * `contact.no_consent`, `template.variables_missing`, `template.value_refused`, `message.price_changed`, `wallet.too_little`
 */
export async function queueTemplates(
  tx: Tx,
  ctx: OrgContext,
  wanted: readonly TemplateToQueue[],
  { locked, withCommit = false }: Options = {},
): Promise<{ outcomes: QueueOutcome[]; notices: Promise<Notice[]> | Notice[] }> {
  const outcomes = await payAll(tx, ctx, wanted, locked);
  const paid = [...new Set(outcomes.flatMap((outcome) => ("paid" in outcome ? (outcome.paid ?? []) : [])))];
  if (paid.length === 0) return { outcomes, notices: [] };
  const write = () => writeMessages(tx, ctx, paid);
  const ends = paid.map((message) => () => finish(tx, message));
  if (!withCommit) {
    const [notices] = await inOneGo(tx, [write, ...ends]);
    return { outcomes, notices };
  }
  const notices = write();
  commitWith(tx, notices);
  await inOneGo(tx, ends);
  return { outcomes, notices };
}

/** Those that were queued before, and those that can be sent and that the purse pays for, one after the other. */
async function payAll(
  tx: Tx,
  ctx: OrgContext,
  wanted: readonly TemplateToQueue[],
  locked: readonly LockedMonth[] | undefined,
): Promise<QueueOutcome[]> {
  const idEnds = wanted.map(idEndOfTemplate);
  const repeatable = wanted.flatMap(({ isFirst, place }, n) =>
    isFirst ? [] : { contactId: place.open.contact.id, idEnd: idEnds[n]! },
  );
  const known = await findAllQueued(tx, ctx, repeatable);
  const found = new Map<string, QueueOutcome>([...known].map(([idEnd, messageId]) => [idEnd, { messageId }]));
  const wantsSms = wanted.some(({ place }) => place.template && smsOf(place.template));
  const partCents = wantsSms ? await smsPartPrice(tx, ctx) : null;
  let purse: Purse | undefined;
  const buy: Buy = async ({ place, maxTotalCents }, planned) => {
    const at = ctx.clock.now();
    purse ??= await lockPurse(tx, { orgId: ctx.orgId, at, org: place.open.org, locked });
    const price = priceOf(purse, 1);
    requireSeenPrice(price, maxTotalCents);
    requireEnoughMoney(price);
    purse = afterwards(purse, price);
    const smsCents = planned?.reason === null ? Math.max(0, planned.priceCents - price.totalCents) : 0;
    // Without the money for an SMS the message goes, and none follows.
    if (planned && smsCents > purse.walletCents) return { price, sms: { ...planned, reason: "no_money" } };
    purse = { ...purse, walletCents: purse.walletCents - smsCents };
    return { price, sms: planned };
  };
  for (const [n, template] of wanted.entries())
    if (!found.has(idEnds[n]!)) found.set(idEnds[n]!, await pay(tx, template, { buy, partCents }));
  return idEnds.map((idEnd) => found.get(idEnd)!);
}

/** The key includes template and values: after a lost response, a changed form is another message. */
const keyOf = ({ key, templateId, variables }: TemplateToSend): string =>
  JSON.stringify([key, templateId, variables]);

const idEndOfTemplate = (template: TemplateToQueue) => idEndOf(template.ctx, keyOf(template));

/** Pays a message, and holds the difference to the SMS that may follow, from what those before it left. */
type Buy = (
  wanted: TemplateToQueue,
  planned: PlannedSms | undefined,
) => Promise<{ price: Quote; sms: PlannedSms | undefined }>;

async function pay(
  tx: Tx,
  wanted: TemplateToQueue,
  { buy, partCents }: { buy: Buy; partCents: number | null },
): Promise<QueueOutcome> {
  const { ctx, place } = wanted;
  try {
    const template = sendableTemplate(place);
    const variables = await valuesFor(tx, ctx, template, wanted.variables);
    const fallback = smsOf(template);
    const planned = fallback ? planSms(fallback, place.open.contact, { variables, partCents }) : undefined;
    const { price, sms } = await buy(wanted, planned);
    const { id: templateId, name: templateName, components } = template;
    const content = { type: "template" as const, templateId, templateName, variables };
    const { body } = renderTemplate(components, variables);
    const row = singleRow(ctx, place.open, { key: keyOf(wanted), body, content });
    const { automatic } = wanted;
    return {
      messageId: row.id,
      paid: { ctx, place, template, variables, price, sms, content, row, automatic },
    };
  } catch (error) {
    if (error instanceof DomainError) return { error };
    throw error;
  }
}

/** @throws DomainError `message.price_changed` */
export function requireSeenPrice(
  { totalCents }: Pick<Quote, "totalCents">,
  maxTotalCents: number | undefined,
): void {
  if (maxTotalCents === undefined || totalCents <= maxTotalCents) return;
  throw messagingError("message.price_changed", { values: { totalCents: formatKes(totalCents) } });
}

/** @throws DomainError `template.not_found`, and those of `requireSendable` */
export function sendableTemplate({
  template,
  open: { account, contact },
}: Pick<Place, "template" | "open">): Template {
  if (template?.whatsappAccountId !== account.id) throw notFound("Template");
  requireSendable(template, contact);
  return template;
}

/** @throws DomainError `contact.opted_out`, `contact.no_consent`, `template.not_sendable` */
export function requireSendable(template: Template, contact: Parameters<typeof refusalOf>[0]): void {
  const refusal = refusalOf(contact, template.category);
  if (refusal) throw refusal;
  if (!isSendable(template.status)) {
    throw messagingError("template.not_sendable", { values: { template: template.name } });
  }
  const unsupported = unsupportedPart(template.components);
  if (unsupported) {
    throw messagingError("template.not_sendable:unsupported", { values: { why: unsupported } });
  }
}

/**
 * Exactly the values that the template requires, cleaned as Meta requires.
 * @throws DomainError `template.variables_missing`, `template.value_refused`, `template.file_missing`
 */
export async function valuesFor(
  tx: Tx,
  ctx: OrgContext,
  { components }: Template,
  given: Record<string, string>,
): Promise<Record<string, string>> {
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

/** What the message ends, and the files that go with it. */
async function finish(
  tx: Tx,
  { ctx, place, template, variables, row, automatic }: PaidMessage,
): Promise<void> {
  const { conversation } = place.open;
  await inOneGo(tx, [
    () => stopFlowByMessage(tx, ctx, place.open),
    async () =>
      automatic ? undefined : endWait(tx, ctx, conversation, { messageId: row.id, at: row.createdAt }),
    () => claimFiles(tx, ctx, row.id, mediaIn(template.components, variables)),
  ]);
}

/** A file that was uploaded for this message goes with it when it is erased. */
async function claimFiles(tx: Tx, ctx: OrgContext, messageId: string, ids: readonly string[]): Promise<void> {
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
