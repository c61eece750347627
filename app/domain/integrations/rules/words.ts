/** Choices of the rules' screens, apart from the schemas, so that browsers load them without the validation. */

import type { RuleAction, TaskState } from "#app/db/schema/integrations/rules.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type { RuleAction, TaskState };

interface Trigger {
  label: string;
  /** Facts of the event by name, in addition to the contact's. */
  fields: Readonly<Record<string, string>>;
}

const person = () => ({
  name: m.common_name(),
  phone: m.common_phone(),
  tags: m.common_tags(),
});
const buying = () => ({
  ...person(),
  total: m.common_total(),
  currency: m.rules_buying_currency(),
  shop: m.rules_buying_shop(),
});
const paying = () => ({
  ...person(),
  amount: m.common_amount_in_kes(),
  receipt: m.common_receipt(),
});

/** Events that can trigger a rule. */
export const triggers = lazy({
  "message.received": {
    label: m.rules_triggers_message_received,
    fields: () => ({ ...person(), text: m.common_text() }),
  },
  "contact.created": { label: m.rules_triggers_contact_created, fields: person },
  "contact.created_by_whatsapp": { label: m.rules_trigger_first_message, fields: person },
  "contact.opted_in": {
    label: m.rules_triggers_contact_opted_in,
    fields: () => ({ ...person(), source: m.common_source() }),
  },
  "contact.opted_out": {
    label: m.rules_triggers_contact_opted_out,
    fields: () => ({ ...person(), source: m.common_source() }),
  },
  "order.placed": {
    label: m.rules_triggers_order_placed,
    fields: () => ({ ...buying(), order: m.rules_order_number() }),
  },
  "order.fulfilled": {
    label: m.rules_triggers_order_fulfilled,
    fields: () => ({
      ...buying(),
      order: m.rules_order_number(),
      tracking: m.rules_trigger_tracking_number(),
      trackingUrl: m.rules_trigger_tracking_link(),
    }),
  },
  "cart.abandoned": {
    label: m.rules_triggers_cart_abandoned,
    fields: () => ({ ...buying(), url: m.rules_triggers_cart_abandoned_fields_url() }),
  },
  "till_payment.received": {
    label: m.rules_triggers_till_payment_received,
    fields: () => ({ ...paying(), account: m.common_account_number() }),
  },
  "payment_request.paid": {
    label: m.rules_trigger_request_paid,
    fields: () => ({ ...paying(), reason: m.common_reason() }),
  },
  "payment_request.ended": {
    label: m.rules_trigger_request_ended,
    fields: () => ({
      ...person(),
      amount: m.common_amount_in_kes(),
      reason: m.common_reason(),
      state: m.rules_trigger_request_state(),
    }),
  },
  "till_payment.matched": { label: m.rules_triggers_till_payment_matched, fields: paying },
}) satisfies Record<string, Trigger>;
export type TriggerName = keyof typeof triggers;
export const triggerNames = Object.keys(triggers) as TriggerName[];
export const isTrigger = (event: string): event is TriggerName => Object.hasOwn(triggers, event);

export const fieldsOf = (event: string): Readonly<Record<string, string>> =>
  (triggers as Record<string, Trigger>)[event]?.fields ?? {};

/** The most conditions of a rule. */
export const maxConditions = 3;

export const stateWords: Readonly<
  Record<TaskState, { label: string; tone: "good" | "warn" | "bad" | "info" | "neutral" }>
> = lazy({
  waiting: { label: m.common_waiting, tone: "info" },
  running: { label: m.common_running, tone: "info" },
  done: { label: m.common_status_done, tone: "good" },
  not_met: { label: m.rules_state_not_met, tone: "neutral" },
  skipped: { label: m.rules_state_skipped, tone: "neutral" },
  failed: { label: m.common_failed, tone: "bad" },
  stopped: { label: m.common_stopped, tone: "warn" },
});

export const actionWords: Readonly<Record<RuleAction["kind"], string>> = lazy({
  template: m.common_send_template,
  tag: m.common_add_tag,
  team: m.rules_assign_to_team,
  assign: m.rules_action_assign,
  webhook: m.common_action_call_webhook,
  deal: m.common_action_create_deal,
  task: m.common_action_create_task,
  order: m.flows_step_kinds_order,
  payment: m.requests_request_payment,
  flow: m.rules_start_flow,
  sequence: m.sequences_enrol_in,
});
