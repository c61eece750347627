import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { quoted } from "#app/platform/text/phrases.ts";
import { m } from "#messages";
import type * as events from "./events.ts";

const bought = ({ contact, currency, total }: { contact: string; currency: string; total: string }) =>
  `${contact || m.events_a_customer()}, ${currency} ${total}`;

export const integrationWords: WordsOf<typeof events> = {
  "connection.connected": ({ service, account }) => ({
    title: m.events_connected({ service }),
    details: account,
  }),
  "connection.disconnected": ({ service, account }) => ({
    title: m.events_disconnected({ service }),
    details: account,
  }),
  "connection.changed": ({ service }) => ({
    title: m.events_changed({ service }),
    details: m.events_the_settings_of_the_connection_were(),
  }),
  "connection.broken": ({ service, said }) => ({
    title: m.events_needs_to_be_connected_again({ service }),
    details: noteWords(said),
  }),
  "rule.created": ({ rule }) => ({ title: m.events_rule_created(), details: quoted(rule) }),
  "rule.changed": ({ rule }) => ({ title: m.events_rule_changed(), details: quoted(rule) }),
  "rule.deleted": ({ rule }) => ({ title: m.events_rule_deleted(), details: quoted(rule) }),
  "rule.switched": ({ rule, isOn }) => ({
    title: isOn ? m.events_rule_switched_on() : m.events_rule_switched_off(),
    details: quoted(rule),
  }),
  "rule.stopped": ({ rule, runs }) => ({
    title: m.events_rule_stopped(),
    details: m.events_ran_within_an_hour_look_at({ rule, times: counted(m.counts_times, runs) }),
  }),
  "order.placed": ({ order, shop, ...buyer }) => ({
    title: m.events_order_placed({ order }),
    details: `${bought(buyer)}, ${shop}`,
  }),
  "order.fulfilled": ({ order, shop, ...buyer }) => ({
    title: m.events_order_fulfilled({ order }),
    details: `${bought(buyer)}, ${shop}`,
  }),
  "cart.abandoned": ({ shop, ...buyer }) => ({
    title: m.events_cart_abandoned(),
    details: `${bought(buyer)}, ${shop}`,
  }),
  "paybill.payment_received": ({ contact, amountCents, account, receipt }) => ({
    title: m.events_paybill_payment_received(),
    details: m.events_for({
      contact: contact || m.events_a_customer(),
      amount: formatKes(amountCents),
      account,
      receipt,
    }),
  }),
};
