import type { AccountReason } from "#app/db/schema/whatsapp.ts";
import { noteWords } from "#app/platform/notes.ts";
import { labelled } from "#app/platform/phrases.ts";
import { m } from "#messages";

const words: Record<string, string> = {
  get "whatsapp.disabled_by_meta"() {
    return m.labels_meta_has_disabled_this_account_open();
  },
  get "whatsapp.left_the_app"() {
    return m.labels_the_number_was_signed_out_of();
  },
  get "whatsapp.no_number"() {
    return m.labels_the_account_has_no_phone_number();
  },
  get "whatsapp.removed_at_meta"() {
    return m.labels_the_account_was_removed_from_this();
  },
};

const stepWords = {
  get webhooks() {
    return m.labels_meta_did_not_let_us_receive();
  },
  get numbers() {
    return m.labels_the_phone_numbers_of_the_account();
  },
};

/** Why an account is as it is, in words; null where nothing is to be said. */
export function accountReasonWords(reason: AccountReason | null): string | null {
  if (reason?.problems) return reason.problems.map(accountReasonWords).join(" ");
  if (!reason) return null;
  if (reason.code === "whatsapp.suspended_by_staff")
    return m.labels_suspended_by_the_platform({ said: reason.said ?? "" });
  const text = words[reason.code] ?? (reason.said ? noteWords(reason.said) : reason.code);
  if (reason.step) return `${stepWords[reason.step]} ${text}`;
  return reason.about ? labelled(reason.about, text) : text;
}
