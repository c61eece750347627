import type { CartProblem, OrderSource, OrderState } from "#app/db/schema/sales/orders.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type { OrderState };

/** Whether an order asks for its money at once: by a prompt, or by the customer's account number. */
export const orderAsks = ["no", "prompt", "account"] as const;
export type OrderAsk = (typeof orderAsks)[number];

export const orderStateWords: Readonly<Record<OrderState, string>> = lazy({
  draft: m.common_draft,
  waiting: m.orders_state_waiting,
  paid: m.common_paid,
  packed: m.orders_state_packed,
  delivered: m.orders_state_delivered,
  cancelled: m.orders_state_cancelled,
});

export const orderSourceWords: Readonly<Record<OrderSource, string>> = lazy({
  cart: m.orders_source_cart,
  member: m.orders_source_member,
  flow: m.orders_source_flow,
  rule: m.rules_rule,
  api: m.orders_source_api,
});

export const cartProblemWords: Readonly<Record<CartProblem, string>> = lazy({
  currency: m.orders_problem_currency,
  lines: m.orders_problem_lines,
  amounts: m.orders_problem_amounts,
});
