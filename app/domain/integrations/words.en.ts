import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { countOf } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import type * as events from "./events.ts";

const bought = ({ contact, currency, total }: { contact: string; currency: string; total: string }) =>
  `${contact || "A customer"}, ${currency} ${total}`;

export const integrationWords: WordsOf<typeof events> = {
  "connection.connected": ({ service, account }) => ({ title: `${service} connected`, details: account }),
  "connection.disconnected": ({ service, account }) => ({
    title: `${service} disconnected`,
    details: account,
  }),
  "connection.changed": ({ service }) => ({
    title: `${service} changed`,
    details: "The settings of the connection were changed",
  }),
  "connection.broken": ({ service, said }) => ({
    title: `${service} needs to be connected again`,
    details: said,
  }),
  "rule.created": ({ rule }) => ({ title: "Rule created", details: `“${rule}”` }),
  "rule.changed": ({ rule }) => ({ title: "Rule changed", details: `“${rule}”` }),
  "rule.deleted": ({ rule }) => ({ title: "Rule deleted", details: `“${rule}”` }),
  "rule.switched": ({ rule, isOn }) => ({
    title: isOn ? "Rule switched on" : "Rule switched off",
    details: `“${rule}”`,
  }),
  "rule.stopped": ({ rule, runs }) => ({
    title: "Rule stopped",
    details: `“${rule}” ran ${countOf(runs, "time")} within an hour. Look at its log before you switch it on again.`,
  }),
  "order.placed": ({ order, shop, ...buyer }) => ({
    title: `Order ${order} placed`,
    details: `${bought(buyer)}, ${shop}`,
  }),
  "order.fulfilled": ({ order, shop, ...buyer }) => ({
    title: `Order ${order} fulfilled`,
    details: `${bought(buyer)}, ${shop}`,
  }),
  "cart.abandoned": ({ shop, ...buyer }) => ({
    title: "Cart abandoned",
    details: `${bought(buyer)}, ${shop}`,
  }),
  "paybill.payment_received": ({ contact, amountCents, account, receipt }) => ({
    title: "Paybill payment received",
    details: `${contact || "A customer"}, ${formatKes(amountCents)} for ${account}, ${receipt}`,
  }),
};
