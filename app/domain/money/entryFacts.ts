import { z } from "zod";

const counted = { messages: z.number() };
/** The campaign or single message. */
const subject = { subject: z.string().optional() };
/** The reversed entry. */
const of = { of: z.string().optional() };
const method = z.enum(["mpesa", "card", "bank"]);
/** The payment service's reference of the money. */
const receipt = z.string().nullable();

/** The facts of a journal entry, as stored. They name no customer, because the ledger is never erased. */
export const entryFact = z.discriminatedUnion("code", [
  z.object({ code: z.literal("credit.sandbox_start") }),
  z.object({ code: z.literal("credit.test") }),
  z.object({ code: z.literal("credit.demo") }),
  /** The campaign's name at that time. */
  z.object({ code: z.literal("hold.campaign"), campaign: z.string(), ...counted }),
  /** A template sent without a campaign. */
  z.object({ code: z.literal("hold.message"), template: z.string() }),
  z.object({ code: z.literal("messages.delivered"), ...counted, ...subject }),
  z.object({ code: z.literal("messages.not_delivered"), ...counted, ...subject }),
  z.object({ code: z.literal("messages.delivered_after_all"), ...counted, ...subject }),
  z.object({ code: z.literal("messages.by_sms"), ...counted, ...subject }),
  z.object({ code: z.literal("payment.to_wallet"), method, receipt }),
  z.object({ code: z.literal("payment.of_invoice"), method, receipt, invoice: z.string() }),
  z.object({ code: z.literal("payment.unassigned"), receipt: z.string() }),
  z.object({ code: z.literal("payment.found"), receipt: z.string() }),
  z.object({ code: z.literal("payment.refunded"), ...of }),
  z.object({ code: z.literal("payment.disputed"), ...of }),
  z.object({ code: z.literal("payment.kept") }),
  /** Refunded to the payer through M-Pesa. */
  z.object({ code: z.literal("payment.reversing"), receipt: z.string(), because: z.string(), ...of }),
  z.object({ code: z.literal("payment.not_reversed"), receipt: z.string() }),
  z.object({ code: z.literal("payment.reversed"), receipt: z.string() }),
  /** A correction by staff: the reversal of an entry. */
  z.object({ code: z.literal("entry.reversed"), what: z.string(), because: z.string(), ...of }),
  z.object({ code: z.literal("invoice.credited"), invoice: z.string() }),
  z.object({
    code: z.literal("dispute.resolved"),
    invoice: z.string(),
    outcome: z.enum(["stands", "credit_note", "wallet_credit"]),
  }),
  z.object({ code: z.literal("payout.started"), to: z.string() }),
  z.object({ code: z.literal("payout.not_made") }),
  z.object({ code: z.literal("payout.confirmed") }),
  z.object({ code: z.literal("share.accrued"), transactions: z.number() }),
  z.object({ code: z.literal("share.settled"), period: z.string() }),
  /** A customer's payment to the organisation's own till, by its number. */
  z.object({ code: z.literal("till.received"), receipt: z.string(), till: z.string() }),
  z.object({ code: z.literal("till.matched"), receipt: z.string() }),
  z.object({ code: z.literal("till.refunded"), receipt: z.string() }),
  /** Sentences stored by earlier versions. */
  z.object({ code: z.literal("legacy"), said: z.string() }),
]);

export type EntryFact = z.output<typeof entryFact>;

/** The texts of one language. `recipient`: the message's recipient, while the chat is stored. */
export type EntryWords = {
  [C in EntryFact["code"]]: (fact: Extract<EntryFact, { code: C }>, recipient: string | null) => string;
};
