/** Choices of the rules' screens, apart from the schemas, so that a browser gets them without the validation. */

import type { RuleAction, RuleCondition, TaskState } from "#app/db/schema/integrations.ts";

export type { RuleAction, RuleCondition, TaskState };

interface Trigger {
  label: string;
  /** Facts of the event beside those of the contact, by name. */
  fields: Readonly<Record<string, string>>;
}

const person = { name: "Name", phone: "Phone", tags: "Tags" };
const buying = { ...person, total: "Total", currency: "Currency", shop: "Shop" };

/** What a rule can wait for. */
export const triggers = {
  "message.received": { label: "A customer writes", fields: { ...person, text: "Text" } },
  "contact.created": { label: "A contact is added", fields: person },
  "contact.created_by_whatsapp": { label: "Somebody writes for the first time", fields: person },
  "contact.opted_in": { label: "A contact opts in", fields: { ...person, source: "Source" } },
  "contact.opted_out": { label: "A contact opts out", fields: { ...person, source: "Source" } },
  "order.placed": { label: "Shopify: an order is placed", fields: { ...buying, order: "Order number" } },
  "order.fulfilled": {
    label: "Shopify: an order is fulfilled",
    fields: { ...buying, order: "Order number", tracking: "Tracking number", trackingUrl: "Tracking link" },
  },
  "cart.abandoned": {
    label: "Shopify: a cart is abandoned",
    fields: { ...buying, url: "Link to the cart" },
  },
  "paybill.payment_received": {
    label: "M-Pesa: a customer pays to the paybill",
    fields: { ...person, amount: "Amount in KES", account: "Account number", receipt: "Receipt" },
  },
} as const satisfies Record<string, Trigger>;
export type TriggerName = keyof typeof triggers;
export const triggerNames = Object.keys(triggers) as TriggerName[];

export const fieldsOf = (event: string): Readonly<Record<string, string>> =>
  (triggers as Record<string, Trigger>)[event]?.fields ?? {};

export const operatorWords: Readonly<Record<RuleCondition["operator"], string>> = {
  is: "is",
  is_not: "is not",
  contains: "contains",
  at_least: "is at least",
  at_most: "is at most",
  given: "is given",
};

/** How many conditions a rule can have. */
export const mostConditions = 3;

export const stateWords: Readonly<
  Record<TaskState, { label: string; tone: "good" | "warn" | "bad" | "info" | "neutral" }>
> = {
  waiting: { label: "Waiting", tone: "info" },
  running: { label: "Running", tone: "info" },
  done: { label: "Done", tone: "good" },
  not_met: { label: "Conditions not met", tone: "neutral" },
  skipped: { label: "Skipped", tone: "neutral" },
  failed: { label: "Failed", tone: "bad" },
  stopped: { label: "Stopped", tone: "warn" },
};

export const actionWords: Readonly<Record<RuleAction["kind"], string>> = {
  template: "Send a template",
  tag: "Add a tag",
  assign: "Assign the conversation",
  webhook: "Call a webhook",
  deal: "Create a deal",
  task: "Create a task",
  flow: "Start a flow",
};
