import { refusalInWords } from "#app/domain/messaging/messages/blocked.ts";
import { judgedByMeta } from "#app/domain/whatsapp/accounts/canSend.ts";
import { statusWords } from "#app/domain/whatsapp/templates/status.ts";
import type { Reason } from "#app/platform/errors.ts";
import { catalogue } from "#app/platform/text/catalogue.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { reasonWords } from "#app/platform/text/notes.ts";
import { m } from "#messages";

const reasons = catalogue({
  "campaign.paused_by_member": m.labels_paused_by_a_member_of_your,
  "campaign.cancelled_by_member": m.labels_cancelled_by_a_member_of_your,
  "campaign.nobody_left": m.labels_nobody_in_the_audience_could_be,
  "campaign.number_taken_over": m.labels_its_whatsapp_number_was_connected_to,
  "campaign.connection_lost": m.labels_this_number_is_not_connected_to,
  "campaign.number_judged": ({ said = "" }: Reason) => judgedByMeta(said),
  "campaign.template_gone": m.labels_the_template_was_deleted,
  "campaign.template_judged": ({ about = "", said = "" }: Reason) =>
    m.labels_meta_has_set_the_template_to({ about, said: inSentence(statusWords(said).label) }),
  "organisation.suspended": ({ said = "" }: Reason) => m.labels_your_organisation_is_suspended({ said }),
  "whatsapp.suspended_by_staff": ({ said = "" }: Reason) =>
    m.labels_the_platform_has_suspended_its_whatsapp({ said }),
});

/** Why a campaign was paused or cancelled, in words; null where nothing is to be said. */
export function campaignReasonWords(reason: Reason | null): string | null {
  if (!reason) return null;
  const [, metaCode] = /^meta\.(\d+)$/.exec(reason.code) ?? [];
  if (metaCode) return refusalInWords(Number(metaCode), reason.said ?? "");
  return reasonWords(reasons, reason);
}
