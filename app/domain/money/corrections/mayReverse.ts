import type { EntryKind } from "#app/db/schema/money/ledger.ts";
import { m } from "#messages";

/** Why an entry is not reversed by hand; undefined when it may be. */
export function obstacleOf(entry: { kind: EntryKind; about: { code: string } }): string | undefined {
  const { method, outcome } = entry.about as { method?: string; outcome?: string };
  switch (entry.kind) {
    case "top_up":
    case "claim":
      return method === "card" ? m.errors_a_card_payment_goes_back_through() : undefined;
    case "adjustment":
      if (outcome === "stands") return m.errors_it_moved_no_money_there_is();
      return entry.about.code === "invoice.credited" ? m.errors_a_credit_note_has_its_number() : undefined;
    case "invoice_paid":
      return m.errors_it_paid_an_invoice_credit_the();
    case "hold":
    case "settle":
    case "release":
      return m.errors_money_for_messages_follows_the_messages();
    case "reversal":
      return m.errors_it_is_a_reversal_itself_book();
    default:
      return m.errors_entries_of_this_kind_are_not();
  }
}
