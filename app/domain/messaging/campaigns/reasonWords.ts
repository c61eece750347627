import { refusalInWords } from "#app/domain/messaging/messages/blocked.ts";
import { judgedByMeta } from "#app/domain/whatsapp/accounts/canSend.ts";
import type { Reason } from "#app/platform/errors.ts";

const words: Record<string, (reason: Reason) => string> = {
  "campaign.paused_by_member": () => "Paused by a member of your team.",
  "campaign.cancelled_by_member": () => "Cancelled by a member of your team.",
  "campaign.nobody_left": () => "Nobody in the audience could be reached any more, so nothing was sent.",
  "campaign.number_taken_over": () =>
    "Its WhatsApp number was connected to another organisation by its owner.",
  "campaign.connection_lost": () =>
    "This number is not connected to WhatsApp any more. Connect it again, then resume.",
  "campaign.number_judged": ({ said = "" }) => judgedByMeta(said),
  "campaign.template_gone": () => "The template was deleted.",
  "campaign.template_judged": ({ about = "", said = "" }) =>
    `Meta has set the template “${about}” to ${said.toLowerCase()}, so the rest was not sent.`,
  "organisation.suspended": ({ said = "" }) => `Your organisation is suspended: ${said}`,
  "whatsapp.suspended_by_staff": ({ said = "" }) =>
    `The platform has suspended its WhatsApp account: ${said}`,
};

/** Why a campaign was paused or cancelled, in words; null where nothing is to be said. */
export function campaignReasonWords(reason: Reason | null): string | null {
  if (!reason) return null;
  const [, metaCode] = /^meta\.(\d+)$/.exec(reason.code) ?? [];
  if (metaCode) return refusalInWords(Number(metaCode), reason.said ?? "");
  return words[reason.code]?.(reason) ?? reason.said ?? reason.code;
}
