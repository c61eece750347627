/* Choices of the screens of requests, apart from the schemas, so that a browser gets them without the validation. */

import type { RequestSource, RequestState } from "#app/db/schema/sales/payments.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type { RequestSource, RequestState };

/** `prompt`: an M-Pesa prompt; `account`: the customer pays by hand with their account number. */
export const requestWays = ["prompt", "account"] as const;
export type RequestWay = (typeof requestWays)[number];

/** The largest amount and the longest reason of a request; a prompt takes less at a time. */
export const requestLimits = { amountKes: 10_000_000, promptKes: 250_000, reason: 100 } as const;

export const requestPeriods = ["7days", "30days", "90days", "all"] as const;
export type RequestPeriod = (typeof requestPeriods)[number];

export const requestStateWords: Readonly<Record<RequestState, string>> = lazy({
  requested: m.requests_state_requested,
  prompted: m.requests_state_prompted,
  unknown: m.requests_state_unknown,
  paid: m.common_paid,
  failed: m.common_failed,
  cancelled: m.requests_state_cancelled,
  expired: m.requests_state_expired,
});

export const requestSourceWords: Readonly<Record<RequestSource, string>> = lazy({
  member: m.common_member,
  order: m.chat_message_type_order,
  flow: m.flows_flow,
  rule: m.rules_rule,
  campaign: m.common_campaign,
  api: m.admin_services_api,
  book: m.requests_source_book,
});
