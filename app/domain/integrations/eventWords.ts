import { type WordsOf, words } from "#app/domain/record/eventWords.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { quoted } from "#app/platform/text/phrases.ts";
import { m } from "#messages";
import type * as events from "./events.ts";

const bought = ({ contact, currency, total }: { contact: string; currency: string; total: string }) =>
  `${contact || m.events_order_unnamed_customer()}, ${currency} ${total}`;

export const integrationWords: WordsOf<typeof events> = {
  "connection.connected": ({ service, account }) => ({
    title: m.events_connection_connected_title({ service }),
    details: account,
  }),
  "connection.disconnected": ({ service, account }) => ({
    title: m.events_connection_disconnected_title({ service }),
    details: account,
  }),
  "connection.changed": ({ service }) => ({
    title: m.events_connection_changed_title({ service }),
    details: m.events_connection_changed_details(),
  }),
  "connection.broken": ({ service, reason }) => ({
    title: m.events_connection_broken_title({ service }),
    details: noteWords(reason),
  }),
  "rule.created": ({ rule }) => ({ title: m.events_rule_created_title(), details: quoted(rule) }),
  "rule.changed": ({ rule }) => ({ title: m.events_rule_changed_title(), details: quoted(rule) }),
  "rule.deleted": ({ rule }) => ({ title: m.events_rule_deleted_title(), details: quoted(rule) }),
  "rule.switched": ({ rule, isOn }) => ({
    title: isOn ? m.events_rule_switched_on_title() : m.events_rule_switched_off_title(),
    details: quoted(rule),
  }),
  "rule.stopped": words(m.events_rule_stopped_title, ({ rule, runs }) =>
    m.events_rule_stopped_details({ rule, times: counted(m.counts_times, runs) }),
  ),
  "order.placed": ({ order, shop, ...buyer }) => ({
    title: m.events_order_placed_title({ order }),
    details: `${bought(buyer)}, ${shop}`,
  }),
  "order.fulfilled": ({ order, shop, ...buyer }) => ({
    title: m.events_order_fulfilled_title({ order }),
    details: `${bought(buyer)}, ${shop}`,
  }),
  "cart.abandoned": words(m.events_cart_abandoned_title, ({ shop, ...buyer }) => `${bought(buyer)}, ${shop}`),
};
