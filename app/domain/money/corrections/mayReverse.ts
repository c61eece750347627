import type { EntryKind } from "#app/db/schema/money/ledger.ts";
import { m } from "#messages";

/** Why staff can't reverse an entry; undefined when they can. */
export function obstacleOf(entry: { kind: EntryKind; about: { code: string } }): string | undefined {
  const { method, outcome } = entry.about as { method?: string; outcome?: string };
  switch (entry.kind) {
    case "top_up":
    case "claim":
      return method === "card" ? m.errors_reverse_card_payment() : undefined;
    case "adjustment":
      if (outcome === "stands") return m.errors_reverse_no_money_moved();
      return entry.about.code === "invoice.credited" ? m.errors_reverse_credit_note() : undefined;
    case "invoice_paid":
      return m.errors_reverse_paid_invoice();
    case "hold":
    case "settle":
    case "release":
      return m.errors_reverse_message_money();
    case "reversal":
      return m.errors_reverse_a_reversal();
    default:
      return m.errors_reverse_entry_kind();
  }
}
