import type { AccountReason } from "#app/db/schema/whatsapp/accounts.ts";
import { catalogue } from "#app/platform/text/catalogue.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { reasonWords } from "#app/platform/text/notes.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { m } from "#messages";

const reasons = catalogue({
  "whatsapp.disabled_by_meta": m.whatsapp_account_reason_disabled_by_meta,
  "whatsapp.left_the_app": m.whatsapp_account_reason_left_app,
  "whatsapp.no_number": m.whatsapp_account_reason_no_number,
  "whatsapp.removed_at_meta": m.whatsapp_account_reason_removed_at_meta,
});

const stepWords = lazy({
  webhooks: m.whatsapp_step_webhooks,
  numbers: m.whatsapp_step_numbers,
});

/** The reason of an account's status in words; null without one. */
export function accountReasonWords(reason: AccountReason | null): string | null {
  if (reason?.problems) return reason.problems.map(accountReasonWords).join(" ");
  if (!reason) return null;
  if (reason.code === "whatsapp.suspended_by_staff")
    return m.whatsapp_account_reason_suspended({ said: reason.said ?? "" });
  const text = reasonWords(reasons, reason);
  if (reason.step) return `${stepWords[reason.step]} ${text}`;
  return reason.about ? labelled(reason.about, text) : text;
}
