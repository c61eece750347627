import { refusalInWords } from "#app/domain/messaging/messages/blocked.ts";
import { judgedByMeta } from "#app/domain/whatsapp/accounts/canSend.ts";
import { statusWords } from "#app/domain/whatsapp/templates/status.ts";
import type { Reason } from "#app/platform/errors.ts";
import { catalogue } from "#app/platform/text/catalogue.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { reasonWords } from "#app/platform/text/notes.ts";
import { m } from "#messages";

export const campaignReasons = catalogue({
  "campaign.paused_by_member": m.campaigns_reason_paused_by_member,
  "campaign.cancelled_by_member": m.campaigns_reason_cancelled_by_member,
  "campaign.nobody_left": m.campaigns_reason_no_one_left,
  "campaign.number_taken_over": m.campaigns_reason_number_taken_over,
  "campaign.connection_lost": m.campaigns_reason_connection_lost,
  "campaign.number_judged": ({ said = "" }: Reason) => judgedByMeta(said),
  "campaign.template_gone": m.campaigns_reason_template_deleted,
  "campaign.template_judged": ({ about = "", said = "" }: Reason) =>
    m.campaigns_reason_template_judged({ about, said: inSentence(statusWords(said).label) }),
  "organisation.suspended": ({ said = "" }: Reason) => m.campaigns_reason_organisation_suspended({ said }),
  "whatsapp.suspended_by_staff": ({ said = "" }: Reason) => m.campaigns_reason_account_suspended({ said }),
});

/** A campaign's reason as a note on its unsent messages. */
export const campaignReasonNote = ({ code, ...facts }: Reason): string => JSON.stringify({ code, ...facts });

/** Why a campaign was paused or cancelled, in words; null without a reason. */
export function campaignReasonWords(reason: Reason | null): string | null {
  if (!reason) return null;
  const [, metaCode] = /^meta\.(\d+)$/.exec(reason.code) ?? [];
  if (metaCode) return refusalInWords(Number(metaCode), reason.said ?? "");
  return reasonWords(campaignReasons, reason);
}
