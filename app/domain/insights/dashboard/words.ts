import { counted } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";

/** What the overview asks someone to look at, in words. */
export const attentionWords = {
  "account.suspended": (count: number) =>
    m.labels_lost_access_and_cant_send({ accounts: counted(m.counts_whatsapp_accounts, count) }),
  "number.stopped": (count: number) =>
    m.labels_cant_send_at_the_moment({ numbers: counted(m.counts_numbers, count) }),
  "webhooks.failing": () => m.labels_metas_newest_report_could_not_be(),
  "wallet.empty": () => m.labels_the_wallet_is_empty_nothing_more(),
  "wallet.low": (days: number) =>
    days < 1
      ? m.labels_the_wallet_lasts_less_than_a()
      : m.labels_the_wallet_lasts_at_this_pace({ days: counted(m.counts_days, days) }),
  "invoice.overdue": (count: number) =>
    m.labels_should_have_been_paid({ invoices: counted(m.counts_invoices, count) }),
  "quality.low": () => m.labels_a_numbers_quality_is_low_meta(),
  "quality.medium": () => m.labels_a_numbers_quality_is_medium(),
  "check.failed": () => m.labels_the_last_connection_check_found_a(),
  "campaign.paused": (count: number) =>
    m.labels_stopped_and_waits_for_you({ campaigns: counted(m.counts_campaigns, count) }),
  "template.rejected": (count: number) =>
    m.labels_meta_rejected_this_week({ templates: counted(m.counts_templates, count) }),
  "template.paused": (count: number) =>
    m.labels_meta_paused_this_week({ templates: counted(m.counts_templates, count) }),
  "conversation.waiting": (count: number) =>
    m.labels_for_an_answer_the_first_for({ wait: counted(m.counts_customers_wait, count) }),
};
export type AttentionCode = keyof typeof attentionWords;
