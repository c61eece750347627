import type { AccountReason } from "#app/db/schema/whatsapp/accounts.ts";
import { catalogue } from "#app/platform/text/catalogue.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { reasonWords } from "#app/platform/text/notes.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { m } from "#messages";

const reasons = catalogue({
  "whatsapp.disabled_by_meta": m.labels_meta_has_disabled_this_account_open,
  "whatsapp.left_the_app": m.labels_the_number_was_signed_out_of,
  "whatsapp.no_number": m.labels_the_account_has_no_phone_number,
  "whatsapp.removed_at_meta": m.labels_the_account_was_removed_from_this,
});

const stepWords = lazy({
  webhooks: m.labels_meta_did_not_let_us_receive,
  numbers: m.labels_the_phone_numbers_of_the_account,
});

/** Why an account is as it is, in words; null where nothing is to be said. */
export function accountReasonWords(reason: AccountReason | null): string | null {
  if (reason?.problems) return reason.problems.map(accountReasonWords).join(" ");
  if (!reason) return null;
  if (reason.code === "whatsapp.suspended_by_staff")
    return m.labels_suspended_by_the_platform({ said: reason.said ?? "" });
  const text = reasonWords(reasons, reason);
  if (reason.step) return `${stepWords[reason.step]} ${text}`;
  return reason.about ? labelled(reason.about, text) : text;
}
