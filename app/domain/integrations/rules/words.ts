/** Choices of the rules' screens, apart from the schemas, so that a browser gets them without the validation. */

import type { RuleAction, TaskState } from "#app/db/schema/integrations.ts";
import { m } from "#messages";

export type { RuleAction, TaskState };

interface Trigger {
  label: string;
  /** Facts of the event beside those of the contact, by name. */
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

/** What a rule can wait for. */
export const triggers = {
  "message.received": {
    get label() {
      return m.labels_a_customer_writes();
    },
    get fields() {
      return {
        ...person(),
        text: m.labels_text(),
      };
    },
  },
  "contact.created": {
    get label() {
      return m.labels_a_contact_is_added();
    },
    get fields() {
      return person();
    },
  },
  "contact.created_by_whatsapp": {
    get label() {
      return m.labels_somebody_writes_for_the_first_time();
    },
    get fields() {
      return person();
    },
  },
  "contact.opted_in": {
    get label() {
      return m.labels_a_contact_opts_in();
    },
    get fields() {
      return {
        ...person(),
        source: m.labels_source(),
      };
    },
  },
  "contact.opted_out": {
    get label() {
      return m.labels_a_contact_opts_out();
    },
    get fields() {
      return {
        ...person(),
        source: m.labels_source(),
      };
    },
  },
  "order.placed": {
    get label() {
      return m.labels_shopify_an_order_is_placed();
    },
    get fields() {
      return {
        ...buying(),
        order: m.labels_order_number(),
      };
    },
  },
  "order.fulfilled": {
    get label() {
      return m.labels_shopify_an_order_is_fulfilled();
    },
    get fields() {
      return {
        ...buying(),
        order: m.labels_order_number(),
        tracking: m.labels_tracking_number(),
        trackingUrl: m.labels_tracking_link(),
      };
    },
  },
  "cart.abandoned": {
    get label() {
      return m.labels_shopify_a_cart_is_abandoned();
    },
    get fields() {
      return { ...buying(), url: "Link to the cart" };
    },
  },
  "paybill.payment_received": {
    get label() {
      return m.labels_m_pesa_a_customer_pays_to();
    },
    get fields() {
      return {
        ...person(),
        amount: m.labels_amount_in_kes(),
        account: m.labels_account_number(),
        receipt: m.labels_receipt(),
      };
    },
  },
} as const satisfies Record<string, Trigger>;
export type TriggerName = keyof typeof triggers;
export const triggerNames = Object.keys(triggers) as TriggerName[];

export const fieldsOf = (event: string): Readonly<Record<string, string>> =>
  (triggers as Record<string, Trigger>)[event]?.fields ?? {};

/** How many conditions a rule can have. */
export const mostConditions = 3;

export const stateWords: Readonly<
  Record<TaskState, { label: string; tone: "good" | "warn" | "bad" | "info" | "neutral" }>
> = {
  waiting: {
    get label() {
      return m.labels_waiting();
    },
    tone: "info",
  },
  running: {
    get label() {
      return m.labels_running();
    },
    tone: "info",
  },
  done: {
    get label() {
      return m.labels_done();
    },
    tone: "good",
  },
  not_met: {
    get label() {
      return m.labels_conditions_not_met();
    },
    tone: "neutral",
  },
  skipped: {
    get label() {
      return m.labels_skipped();
    },
    tone: "neutral",
  },
  failed: {
    get label() {
      return m.labels_failed();
    },
    tone: "bad",
  },
  stopped: {
    get label() {
      return m.labels_stopped();
    },
    tone: "warn",
  },
};

export const actionWords: Readonly<Record<RuleAction["kind"], string>> = {
  get template() {
    return m.labels_send_a_template();
  },
  get tag() {
    return m.labels_add_a_tag();
  },
  get assign() {
    return m.labels_assign_the_conversation();
  },
  get webhook() {
    return m.labels_call_a_webhook();
  },
  get deal() {
    return m.labels_create_a_deal();
  },
  get task() {
    return m.labels_create_a_task();
  },
  get flow() {
    return m.labels_start_a_flow();
  },
};
