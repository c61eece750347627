import type { AccountReason } from "#app/db/schema/whatsapp.ts";

const words: Record<string, string> = {
  "whatsapp.disabled_by_meta": "Meta has disabled this account. Open WhatsApp Manager to appeal.",
  "whatsapp.left_the_app":
    "The number was signed out of the WhatsApp Business app, so Meta has paused its connection. Open the app and link it again.",
  "whatsapp.no_number": "The account has no phone number yet. Add one in WhatsApp Manager.",
  "whatsapp.removed_at_meta": "The account was removed from this platform in Meta's settings.",
};

const stepWords = {
  webhooks: "Meta did not let us receive this account's messages.",
  numbers: "The phone numbers of the account could not be read.",
};

/** Why an account is as it is, in words; null where nothing is to be said. */
export function accountReasonWords(reason: AccountReason | null): string | null {
  if (reason?.problems) return reason.problems.map(accountReasonWords).join(" ");
  if (!reason) return null;
  if (reason.code === "whatsapp.suspended_by_staff") return `Suspended by the platform: ${reason.said ?? ""}`;
  const text = words[reason.code] ?? reason.said ?? reason.code;
  if (reason.step) return `${stepWords[reason.step]} ${text}`;
  return reason.about ? `${reason.about}: ${text}` : text;
}
