import { z } from "zod";

const counted = { messages: z.number() };
/** The campaign (`cmp_…`) or the single message (`msg_…`). */
const settled = { ...counted, subject: z.string().optional() };
const method = z.enum(["mpesa", "card", "bank"]);
/** The payment service's own number for the money. */
const receipt = z.string().nullable();

/** What a journal entry is about, as it is stored. It names no customer: the ledger is kept for good. */
export const entryFact = z.discriminatedUnion("code", [
  z.object({ code: z.literal("credit.sandbox_start") }),
  z.object({ code: z.literal("credit.test") }),
  z.object({ code: z.literal("credit.demo") }),
  /** The campaign's name as it was then. */
  z.object({ code: z.literal("hold.campaign"), campaign: z.string(), ...counted }),
  /** A template sent singly. */
  z.object({ code: z.literal("hold.message"), template: z.string() }),
  z.object({ code: z.literal("messages.delivered"), ...settled }),
  z.object({ code: z.literal("messages.not_delivered"), ...counted }),
  z.object({ code: z.literal("messages.delivered_after_all"), ...settled }),
  z.object({ code: z.literal("payment.to_wallet"), method, receipt }),
  z.object({ code: z.literal("payment.of_invoice"), method, receipt, invoice: z.string() }),
  z.object({ code: z.literal("payment.unassigned"), receipt: z.string() }),
  z.object({ code: z.literal("payment.found"), receipt: z.string() }),
  z.object({ code: z.literal("payment.refunded") }),
  z.object({ code: z.literal("payment.disputed") }),
  z.object({ code: z.literal("payment.kept") }),
  z.object({ code: z.literal("invoice.credited"), invoice: z.string() }),
  z.object({ code: z.literal("payout.started"), to: z.string() }),
  z.object({ code: z.literal("payout.not_made") }),
  z.object({ code: z.literal("payout.confirmed") }),
  z.object({ code: z.literal("share.accrued"), transactions: z.number() }),
  z.object({ code: z.literal("share.settled"), period: z.string() }),
  /** What was written as a sentence before. */
  z.object({ code: z.literal("legacy"), said: z.string() }),
]);

export type EntryFact = z.output<typeof entryFact>;

/** The catalogue of one language. `recipient`: to whom a message went, while the chat is kept. */
export type EntryWords = {
  [C in EntryFact["code"]]: (fact: Extract<EntryFact, { code: C }>, recipient: string | null) => string;
};
