import { href } from "react-router";
import type { ApiClient } from "#app/api/client.server.ts";
import { orderStateWords } from "#app/domain/sales/orders/words.ts";
import { byLocale, datesIn } from "#app/platform/locale/byLocale.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { nairobi } from "#app/platform/time/nairobiTime.ts";
import { m } from "#messages";

/** One line of facts about a customer, as text: the chat's panel needs no script for it. */
export interface CrmLine {
  to: string;
  text: string;
  hint: string;
}

const dueFormat = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(datesIn[locale], {
      timeZone: nairobi,
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }),
);

/** Orders, deals and open tasks of the customer, and links to add one that return to the conversation. */
export async function crmLines(
  api: ApiClient,
  { id: conversationId, contactId }: { id: string; contactId: string },
): Promise<CrmLine[]> {
  const [{ deals, tasks }, { orders }] = await Promise.all([
    api("GET /contacts/:contactId/crm", { contactId }),
    api("GET /contacts/:contactId/orders", { contactId }),
  ]);
  const back = href("/chat/:conversationId", { conversationId });
  const query = new URLSearchParams({ contactId, back });
  const ofOrder = new URLSearchParams({ contactId, conversationId });
  return [
    ...orders.map(({ id, number, state, totalCents }) => ({
      to: href("/orders/:orderId", { orderId: id }),
      text: m.orders_order_title({ number: String(number) }),
      hint: `${orderStateWords[state]}, ${formatKes(totalCents)}`,
    })),
    ...deals.map(({ id, title, stage, valueCents }) => ({
      to: href("/deals/:dealId", { dealId: id }),
      text: title,
      hint: `${stage}, ${formatKes(valueCents)}`,
    })),
    ...tasks.map(({ id, title, dueAt, isOverdue, member }) => ({
      to: href("/tasks/:taskId/edit", { taskId: id }),
      text: title,
      hint: [
        (isOverdue ? m.chat_crm_lines_overdue_since_hint : m.chat_crm_lines_due_hint)({
          date: dueFormat().format(new Date(dueAt)),
        }),
        ...(member ? [member.name] : []),
      ].join(", "),
    })),
    { to: `${back}/request`, text: m.requests_request_payment(), hint: "" },
    { to: `${href("/orders/new")}?${ofOrder}`, text: m.orders_new_order(), hint: "" },
    { to: `${href("/deals/new")}?${query}`, text: m.common_new_deal(), hint: "" },
    { to: `${href("/tasks/new")}?${query}`, text: m.common_new_task(), hint: "" },
  ];
}
