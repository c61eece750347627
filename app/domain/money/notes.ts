import { notesOf } from "#app/platform/text/notes.ts";
import { m } from "#messages";
import { wordsOf } from "./words.ts";

/** Notes on money without an owner, or that had none at first. */
export const moneyNote = notesOf({
  "money.no_reference": m.admin_money_note_no_reference,
  "money.several_references": m.admin_money_note_several_references,
  "money.nobodys_reference": m.admin_money_note_unknown_reference,
  "money.claimed_reference": m.admin_money_note_claimed_reference,
  "money.claimed_code": m.admin_money_note_claimed_code,
  "money.claimed_typed": m.admin_money_note_claimed_typed,
  "money.unconfirmed": m.admin_money_note_unconfirmed,
  "money.not_applied": m.admin_money_note_not_applied,
  "money.own_callback": m.admin_money_note_own_callback,
  "money.taken_back": m.admin_money_note_reversed,
  "money.not_given_back": m.admin_money_note_not_refunded,
  "money.entered_manually": m.admin_money_note_entered_manually,
  "money.auto_top_up_cap": m.billing_auto_top_up_cap_reached,
  "money.payment_failed": (payment: Parameters<typeof wordsOf>[0]) => wordsOf(payment).title,
});
