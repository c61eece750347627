import { notesOf } from "#app/platform/text/notes.ts";
import { m } from "#messages";

/** What stands next to money that is not, or was not at once, someone's. */
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
});
