import { mostUnsentBytes, sendLimits, unsentDays } from "#app/domain/messaging/media/fieldRules.ts";
import { logDays, overlapHours } from "#app/domain/record/fieldRules.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import { mostInBulk, uploadsAMinute } from "./limits.ts";

/**
 * The calls' titles and descriptions by their ids: on the pages in the reader's language, in the OpenAPI document in English.
 * An id is the call's address in the documentation and its operation's name in generated clients, so it stays.
 */
export const callWords = lazy({
  "send-a-message": { title: m.api_call_send_message_title, description: m.api_call_send_message_text },
  "send-up-to-1-000-messages": {
    title: () => m.api_call_send_messages_title({ most: formatCount(mostInBulk) }),
    description: m.api_call_send_messages_text,
  },
  "list-messages": { title: m.api_call_list_messages_title, description: m.api_call_list_messages_text },
  "read-a-message": { title: m.api_call_read_message_title, description: m.api_call_read_message_text },
  "cancel-a-message": { title: m.api_call_cancel_message_title, description: m.api_call_cancel_message_text },
  "list-templates": { title: m.api_call_list_templates_title, description: m.api_call_list_templates_text },
  "read-a-template": { title: m.api_call_read_template_title, description: m.api_call_read_template_text },
  "create-or-change-a-contact": {
    title: m.api_call_save_contact_title,
    description: m.api_call_save_contact_text,
  },
  "list-contacts": { title: m.api_call_list_contacts_title, description: m.api_call_list_contacts_text },
  "read-a-contact": { title: m.api_call_read_contact_title, description: m.api_call_read_contact_text },
  "delete-a-contact": { title: m.api_call_delete_contact_title, description: m.api_call_delete_contact_text },
  "create-a-campaign": {
    title: m.api_call_create_campaign_title,
    description: m.api_call_create_campaign_text,
  },
  "list-campaigns": { title: m.api_call_list_campaigns_title, description: m.api_call_list_campaigns_text },
  "read-a-campaign": { title: m.api_call_read_campaign_title, description: m.api_call_read_campaign_text },
  "see-a-campaign-progress": {
    title: m.api_call_campaign_progress_title,
    description: m.api_call_campaign_progress_text,
  },
  "quote-a-campaign": { title: m.api_call_quote_campaign_title, description: m.api_call_quote_campaign_text },
  "start-a-campaign": { title: m.api_call_start_campaign_title, description: m.api_call_start_campaign_text },
  "pause-a-campaign": { title: m.api_call_pause_campaign_title, description: m.api_call_pause_campaign_text },
  "resume-a-campaign": {
    title: m.api_call_resume_campaign_title,
    description: m.api_call_resume_campaign_text,
  },
  "cancel-a-campaign": {
    title: m.api_call_cancel_campaign_title,
    description: m.api_call_cancel_campaign_text,
  },
  "list-conversations": {
    title: m.api_call_list_conversations_title,
    description: m.api_call_list_conversations_text,
  },
  "list-a-conversation-messages": {
    title: m.api_call_conversation_messages_title,
    description: m.api_call_conversation_messages_text,
  },
  "reply-in-a-conversation": { title: m.api_call_reply_title, description: m.api_call_reply_text },
  "snooze-a-conversation": { title: m.api_call_snooze_title, description: m.api_call_snooze_text },
  "end-a-snooze": { title: m.api_call_unsnooze_title, description: m.api_call_unsnooze_text },
  "close-a-conversation": {
    title: m.api_call_close_conversation_title,
    description: m.api_call_close_conversation_text,
  },
  "create-a-deal": { title: m.api_call_create_deal_title, description: m.api_call_create_deal_text },
  "list-deals": { title: m.api_call_list_deals_title, description: m.api_call_list_deals_text },
  "read-a-deal": { title: m.api_call_read_deal_title, description: m.api_call_read_deal_text },
  "change-a-deal": { title: m.api_call_change_deal_title, description: m.api_call_change_deal_text },
  "close-a-deal": { title: m.api_call_close_deal_title, description: m.api_call_close_deal_text },
  "list-the-stages-of-deals": {
    title: m.api_call_list_stages_title,
    description: m.api_call_list_stages_text,
  },
  "list-members": { title: m.api_call_list_members_title, description: m.api_call_list_members_text },
  "create-a-task": { title: m.api_call_create_task_title, description: m.api_call_create_task_text },
  "list-tasks": { title: m.api_call_list_tasks_title, description: m.api_call_list_tasks_text },
  "read-a-task": { title: m.api_call_read_task_title, description: m.api_call_read_task_text },
  "change-a-task": { title: m.api_call_change_task_title, description: m.api_call_change_task_text },
  "close-a-task": { title: m.api_call_close_task_title, description: m.api_call_close_task_text },
  "reopen-a-task": { title: m.api_call_reopen_task_title, description: m.api_call_reopen_task_text },
  "list-products": { title: m.api_call_list_products_title, description: m.api_call_list_products_text },
  "create-a-product": { title: m.api_call_create_product_title, description: m.api_call_create_product_text },
  "create-an-order": { title: m.api_call_create_order_title, description: m.api_call_create_order_text },
  "list-orders": { title: m.api_call_list_orders_title, description: m.api_call_list_orders_text },
  "read-an-order": { title: m.api_call_read_order_title, description: m.api_call_read_order_text },
  "move-an-order": { title: m.api_call_move_order_title, description: m.api_call_move_order_text },
  "request-a-payment": {
    title: m.api_call_request_payment_title,
    description: m.api_call_request_payment_text,
  },
  "list-payment-requests": {
    title: m.api_call_list_requests_title,
    description: m.api_call_list_requests_text,
  },
  "read-a-payment-request": {
    title: m.api_call_read_request_title,
    description: m.api_call_read_request_text,
  },
  "prompt-for-a-payment-request": {
    title: m.api_call_prompt_request_title,
    description: m.api_call_prompt_request_text,
  },
  "cancel-a-payment-request": {
    title: m.api_call_cancel_request_title,
    description: m.api_call_cancel_request_text,
  },
  "list-books": { title: m.api_call_list_books_title, description: m.api_call_list_books_text },
  "create-a-due": { title: m.api_call_create_due_title, description: m.api_call_create_due_text },
  "read-a-due": { title: m.api_call_read_due_title, description: m.api_call_read_due_text },
  "request-a-due": { title: m.api_call_request_due_title, description: m.api_call_request_due_text },
  "cancel-a-due": { title: m.api_call_cancel_due_title, description: m.api_call_cancel_due_text },
  "list-dues": { title: m.api_call_list_dues_title, description: m.api_call_list_dues_text },
  "list-sequences": { title: m.api_call_list_sequences_title, description: m.api_call_list_sequences_text },
  "enrol-a-contact": { title: m.api_call_enrol_title, description: m.api_call_enrol_text },
  "list-enrolments": {
    title: m.api_call_list_enrolments_title,
    description: m.api_call_list_enrolments_text,
  },
  "end-an-enrolment": { title: m.api_call_end_enrolment_title, description: m.api_call_end_enrolment_text },
  "upload-a-file": {
    title: m.api_call_upload_file_title,
    description: () =>
      m.api_call_upload_file_text({
        image: megabytes(sendLimits.image),
        sticker: m.common_kilobytes({ n: sendLimits.sticker / 1024 }),
        video: megabytes(sendLimits.video),
        document: megabytes(sendLimits.document),
        days: unsentDays,
        perMinute: uploadsAMinute,
        total: mostUnsentBytes / 1_000_000_000,
      }),
  },
  "read-a-file-data": { title: m.api_call_read_file_title, description: m.api_call_read_file_text },
  "download-a-file": { title: m.api_call_download_file_title, description: m.api_call_download_file_text },
  "delete-a-file": { title: m.api_call_delete_file_title, description: m.api_call_delete_file_text },
  "list-numbers": { title: m.api_call_list_numbers_title, description: m.api_call_list_numbers_text },
  "read-the-wallet": { title: m.api_call_read_wallet_title, description: m.api_call_read_wallet_text },
  "read-the-usage": { title: m.api_call_read_usage_title, description: m.api_call_read_usage_text },
  "add-a-webhook-endpoint": {
    title: m.api_call_add_endpoint_title,
    description: m.api_call_add_endpoint_text,
  },
  "list-webhook-endpoints": {
    title: m.api_call_list_endpoints_title,
    description: m.api_call_list_endpoints_text,
  },
  "read-a-webhook-endpoint": {
    title: m.api_call_read_endpoint_title,
    description: m.api_call_read_endpoint_text,
  },
  "change-a-webhook-endpoint": {
    title: m.api_call_change_endpoint_title,
    description: m.api_call_change_endpoint_text,
  },
  "delete-a-webhook-endpoint": {
    title: m.api_call_delete_endpoint_title,
    description: m.api_call_delete_endpoint_text,
  },
  "rotate-a-signing-secret": {
    title: m.api_call_rotate_secret_title,
    description: () => m.api_call_rotate_secret_text({ hours: overlapHours }),
  },
  "list-deliveries": {
    title: m.api_call_list_deliveries_title,
    description: m.api_call_list_deliveries_text,
  },
  "replay-deliveries": {
    title: m.api_call_replay_deliveries_title,
    description: m.api_call_replay_deliveries_text,
  },
  "list-events": {
    title: m.api_call_list_events_title,
    description: () => m.api_call_list_events_text({ days: logDays }),
  },
  "read-an-event": { title: m.api_call_read_event_title, description: m.api_call_read_event_text },
  "subscribe-a-hook": { title: m.api_call_subscribe_title, description: m.api_call_subscribe_text },
  "unsubscribe-a-hook": { title: m.api_call_unsubscribe_title, description: m.api_call_unsubscribe_text },
  "get-a-sample": { title: m.api_call_event_sample_title, description: m.api_call_event_sample_text },
});
export type CallId = keyof typeof callWords;

export const groupWords = lazy({
  messages: m.common_messages,
  templates: m.common_templates,
  contacts: m.common_contacts,
  campaigns: m.common_campaigns,
  conversations: m.common_conversations,
  deals: m.common_deals,
  tasks: m.common_tasks,
  orders: m.integrations_feature_orders,
  payment_requests: m.requests_title,
  dues: m.books_title,
  sequences: m.sequences_title,
  media: m.api_group_media,
  account: m.api_group_account,
  webhooks: m.common_webhooks,
  rest_hooks: m.api_group_rest_hooks,
});
export type CallGroup = keyof typeof groupWords;
