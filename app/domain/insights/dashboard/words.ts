import { counted } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";

/** What the overview asks someone to look at, in words. */
export const attentionWords = {
  "account.suspended": (count: number) =>
    m.insights_attention_account_suspended({ accounts: counted(m.counts_whatsapp_accounts, count) }),
  "number.stopped": (count: number) =>
    m.insights_attention_number_stopped({ numbers: counted(m.counts_numbers, count) }),
  "webhooks.failing": () => m.insights_attention_webhooks_failing(),
  "wallet.empty": () => m.insights_attention_wallet_empty(),
  "wallet.low": (days: number) =>
    days < 1
      ? m.insights_attention_wallet_under_a_day()
      : m.insights_attention_wallet_days({ days: counted(m.counts_days, days) }),
  "invoice.overdue": (count: number) =>
    m.insights_attention_invoice_overdue({ invoices: counted(m.counts_invoices, count) }),
  "quality.low": () => m.insights_attention_quality_low(),
  "quality.medium": () => m.insights_attention_quality_medium(),
  "check.failed": () => m.insights_attention_check_failed(),
  "campaign.paused": (count: number) =>
    m.insights_attention_campaign_paused({ campaigns: counted(m.counts_campaigns, count) }),
  "template.rejected": (count: number) =>
    m.insights_attention_template_rejected({ templates: counted(m.counts_templates, count) }),
  "template.paused": (count: number) =>
    m.insights_attention_template_paused({ templates: counted(m.counts_templates, count) }),
  "conversation.waiting": (count: number) =>
    m.insights_attention_conversation_waiting({ wait: counted(m.counts_customers_waiting, count) }),
};
export type AttentionCode = keyof typeof attentionWords;
