import type { EntryKind } from "#app/db/schema/money.ts";

/** Why an entry is not reversed by hand; undefined when it may be. */
export function obstacleOf(entry: { kind: EntryKind; about: { code: string } }): string | undefined {
  const { method } = entry.about as { method?: string };
  switch (entry.kind) {
    case "top_up":
    case "claim":
      return method === "card"
        ? "A card payment goes back through the card provider. Refund it there; its notice books the refund."
        : undefined;
    case "adjustment":
      return entry.about.code === "invoice.credited"
        ? "A credit note has its number and stays. Issue another invoice instead."
        : undefined;
    case "invoice_paid":
      return "It paid an invoice. Credit the invoice instead: what was paid then returns to the wallet.";
    case "hold":
    case "settle":
    case "release":
      return "Money for messages follows the messages’ own states, and is not moved by hand.";
    case "reversal":
      return "It is a reversal itself. Book what is right as a new payment.";
    default:
      return "Entries of this kind are not reversed by hand.";
  }
}
