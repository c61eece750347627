/** Choices of the rules' screens, apart from the schemas, so that a browser gets them without the validation. */

import type { RuleAction, TaskState } from "#app/db/schema/integrations/rules.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type { RuleAction, TaskState };

interface Trigger {
  label: string;
  /** Facts of the event next to those of the contact, by name. */
  fields: Readonly<Record<string, string>>;
}

const person = () => ({
  name: m.labels_name(),
  phone: m.labels_phone(),
  tags: m.labels_tags(),
});
const buying = () => ({
  ...person(),
  total: m.labels_total(),
  currency: m.labels_currency(),
  shop: m.labels_shop(),
});

/** The events that can trigger a rule. */
export const triggers = lazy({
  "message.received": {
    label: m.labels_a_customer_writes,
    fields: () => ({ ...person(), text: m.labels_text() }),
  },
  "contact.created": { label: m.labels_a_contact_is_added, fields: person },
  "contact.created_by_whatsapp": { label: m.labels_somebody_writes_for_the_first_time, fields: person },
  "contact.opted_in": {
    label: m.labels_a_contact_opts_in,
    fields: () => ({ ...person(), source: m.labels_source() }),
  },
  "contact.opted_out": {
    label: m.labels_a_contact_opts_out,
    fields: () => ({ ...person(), source: m.labels_source() }),
  },
  "order.placed": {
    label: m.labels_shopify_an_order_is_placed,
    fields: () => ({ ...buying(), order: m.labels_order_number() }),
  },
  "order.fulfilled": {
    label: m.labels_shopify_an_order_is_fulfilled,
    fields: () => ({
      ...buying(),
      order: m.labels_order_number(),
      tracking: m.labels_tracking_number(),
      trackingUrl: m.labels_tracking_link(),
    }),
  },
  "cart.abandoned": {
    label: m.labels_shopify_a_cart_is_abandoned,
    fields: () => ({ ...buying(), url: m.labels_cart_link() }),
  },
  "paybill.payment_received": {
    label: m.labels_m_pesa_a_customer_pays_to,
    fields: () => ({
      ...person(),
      amount: m.labels_amount_in_kes(),
      account: m.labels_account_number(),
      receipt: m.labels_receipt(),
    }),
  },
}) satisfies Record<string, Trigger>;
export type TriggerName = keyof typeof triggers;
export const triggerNames = Object.keys(triggers) as TriggerName[];
export const isTrigger = (event: string): event is TriggerName => Object.hasOwn(triggers, event);

export const fieldsOf = (event: string): Readonly<Record<string, string>> =>
  (triggers as Record<string, Trigger>)[event]?.fields ?? {};

/** How many conditions a rule can have. */
export const maxConditions = 3;

export const stateWords: Readonly<
  Record<TaskState, { label: string; tone: "good" | "warn" | "bad" | "info" | "neutral" }>
> = lazy({
  waiting: { label: m.labels_waiting, tone: "info" },
  running: { label: m.labels_running, tone: "info" },
  done: { label: m.labels_done, tone: "good" },
  not_met: { label: m.labels_conditions_not_met, tone: "neutral" },
  skipped: { label: m.labels_skipped, tone: "neutral" },
  failed: { label: m.labels_failed, tone: "bad" },
  stopped: { label: m.labels_stopped, tone: "warn" },
});

export const actionWords: Readonly<Record<RuleAction["kind"], string>> = lazy({
  template: m.labels_send_a_template,
  tag: m.labels_add_a_tag,
  assign: m.labels_assign_the_conversation,
  webhook: m.labels_call_a_webhook,
  deal: m.labels_create_a_deal,
  task: m.labels_create_a_task,
  flow: m.labels_start_a_flow,
});
