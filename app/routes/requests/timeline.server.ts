import type { CallOutput } from "#app/api/client.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { m } from "#messages";

type Found = CallOutput<"GET /payment-requests/:paymentRequestId">;
export interface TimelineEntry {
  key: string;
  at: string;
  text: string;
}

/** What happened to a request, oldest first. */
export function timelineOf({ request, prompts, payments }: Found): TimelineEntry[] {
  const { createdAt, endedAt, state } = request;
  const ended = { cancelled: m.requests_line_cancelled, expired: m.requests_line_expired };
  return [
    { key: "asked", at: createdAt, text: m.requests_line_asked({ amount: formatKes(request.amountCents) }) },
    ...prompts.map(({ id, createdAt: at, phone }) => ({
      ...{ key: id, at },
      text: m.requests_line_prompted({ phone: readablePhone(phone) }),
    })),
    ...prompts.flatMap(({ id, endedAt: at, state }) =>
      at === null || state === "paid"
        ? []
        : [{ key: `${id}-end`, at, text: m.requests_line_prompt_failed() }],
    ),
    ...payments.map(({ id, paidAt: at, amountCents, receipt }) => ({
      ...{ key: id, at },
      text: m.requests_line_paid({ amount: formatKes(amountCents), receipt }),
    })),
    ...(endedAt !== null && (state === "cancelled" || state === "expired")
      ? [{ key: "ended", at: endedAt, text: ended[state]() }]
      : []),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
