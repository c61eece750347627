import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentSettings } from "#app/db/schema/sales/settings.ts";
import { openForSending } from "#app/domain/messaging/messages/openForSending.server.ts";
import { queueMessage } from "#app/domain/messaging/messages/queueMessage.server.ts";
import { windowIsOpen } from "#app/domain/messaging/messages/window.ts";
import { creditOf } from "#app/domain/sales/accounts/creditOf.server.ts";
import { accountNumberOf } from "#app/domain/sales/accounts/issue.server.ts";
import { localeOf } from "#app/domain/sales/requests/inConversation.server.ts";
import { tillsOf } from "#app/domain/sales/tills/find.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import { type MoneyWord, moneyWordOf } from "./moneyWord.ts";
import { type OpenLine, openLines } from "./openLines.server.ts";

export interface Question {
  conversationId: string;
  messageId: string;
  word: MoneyWord;
}

/** More tills are not listed in one message. */
const mostTills = 3;
const mostLines = 10;

/**
 * Replies to a customer's word, once for each message, while the service window is open. A refusal is logged. Returns
 * whether an answer is queued.
 */
export async function answerMoneyWord(ctx: OrgContext, question: Question): Promise<boolean> {
  try {
    return await ctx.db.withOrg(ctx.orgId, (tx) => answer(tx, ctx, question));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ code: error.code, messageId: question.messageId }, "word about money not answered");
    return false;
  }
}

async function answer(tx: Tx, ctx: OrgContext, { conversationId, messageId, word }: Question) {
  if (!(await answersWords(tx, ctx))) return false;
  const open = await openForSending(tx, ctx, conversationId);
  if (!windowIsOpen(open.conversation.windowEndsAt, ctx.clock.now())) return false;
  const contactId = open.contact.id;
  const places = await placesOf(tx, ctx, contactId);
  if (places.length === 0) return false;
  const lines = word === "balance" ? await openLines(tx, ctx, contactId) : [];
  const creditCents = word === "balance" ? await creditOf(tx, ctx, contactId) : 0;
  const body = withLocale(localeOf(open), () =>
    word === "account" ? placesText(places) : balanceText(lines, places, creditCents),
  );
  const content = { type: "text" } as const;
  await queueMessage(tx, ctx, open, { key: `money-word:${messageId}`, body, content });
  return true;
}

/** Whether the organisation answers words about money. */
export async function answersWords(tx: Tx, { orgId }: Pick<OrgContext, "orgId">): Promise<boolean> {
  const [settings] = await tx
    .select({ answersWords: paymentSettings.answersWords })
    .from(paymentSettings)
    .where(eq(paymentSettings.orgId, orgId));
  return settings?.answersWords ?? true;
}

/** Whether this text, as a whole, is a word that this organisation answers. */
export const isAnsweredWord = async (ctx: OrgContext, text: string): Promise<boolean> =>
  moneyWordOf(text) !== undefined &&
  ctx.db.withOrg(
    ctx.orgId,
    async (tx) => (await answersWords(tx, ctx)) && (await tillsOf(tx, ctx.orgId)).length > 0,
  );

interface Place {
  kind: "paybill" | "buy_goods";
  number: string;
  account: string;
}

/** Where the customer can pay, each with their account number. */
async function placesOf(tx: Tx, ctx: OrgContext, contactId: string): Promise<Place[]> {
  const places: Place[] = [];
  for (const { id: tillId, kind, number } of (await tillsOf(tx, ctx.orgId)).slice(0, mostTills))
    places.push({ kind, number, account: await accountNumberOf(tx, ctx, { tillId, contactId }) });
  return places;
}

const placesText = (places: readonly Place[]): string =>
  places
    .map(({ kind, ...place }) =>
      kind === "paybill" ? m.requests_word_paybill(place) : m.requests_word_till(place),
    )
    .join("\n");

function balanceText(lines: readonly OpenLine[], places: readonly Place[], creditCents: number): string {
  const cents = lines.reduce((sum, { leftCents }) => sum + leftCents, 0);
  const credit = creditCents > 0 ? [m.requests_word_credit({ amount: formatKes(creditCents) })] : [];
  if (cents <= 0) return [m.requests_word_nothing_open(), ...credit].join("\n");
  return [
    m.requests_word_open({ amount: formatKes(cents) }),
    ...lines.slice(0, mostLines).map(lineText),
    ...(lines.length > mostLines ? [m.requests_word_more({ count: String(lines.length - mostLines) })] : []),
    ...credit,
    placesText(places),
  ].join("\n");
}

function lineText({ reason, leftCents, dueOn, isPenalty }: OpenLine): string {
  const label = isPenalty ? m.books_penalty_label({ label: reason }) : reason;
  const amount = formatKes(leftCents);
  return dueOn === undefined
    ? m.requests_word_line({ reason: label, amount })
    : m.books_word_line({ label, amount, day: longDay(dueOn) });
}
