import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import type * as events from "./events.ts";

const till = ({ till, number }: { till: string; number: string }) => m.events_till_details({ till, number });
const request = ({
  amountCents,
  contact,
  reason,
}: {
  amountCents: number;
  contact: string;
  reason: string;
}) => m.events_payment_request_details({ amount: formatKes(amountCents), contact, reason });

const ends = lazy({
  failed: m.events_payment_request_failed_title,
  cancelled: m.events_payment_request_cancelled_title,
  expired: m.events_payment_request_expired_title,
});

export const salesWords: WordsOf<typeof events> = {
  "till.connected": (data) => ({ title: m.events_till_connected_title(), details: till(data) }),
  "till.changed": (data) => ({ title: m.events_till_changed_title(), details: till(data) }),
  "till.checked": (data) => ({ title: m.events_till_checked_title(), details: till(data) }),
  "till.removed": (data) => ({ title: m.events_till_removed_title(), details: till(data) }),
  "payment_request.created": (data) => ({
    title: m.events_payment_request_created_title(),
    details: request(data),
  }),
  "payment_request.paid": (data) => ({
    title: m.events_payment_request_paid_title(),
    details: request(data),
    notice: { title: m.events_payment_request_paid_title(), body: request(data) },
  }),
  "payment_request.ended": (data) => ({ title: ends[data.state], details: request(data) }),
  "till_payment.received": ({ amountCents, contact, receipt, till: number }) => ({
    title: m.events_till_payment_received_title(),
    details: m.events_till_payment_details({ amount: formatKes(amountCents), contact, receipt, number }),
  }),
  "till_payment.matched": ({ amountCents, contact, receipt }) => ({
    title: m.events_till_payment_matched_title(),
    details: m.events_till_payment_matched_details({ amount: formatKes(amountCents), contact, receipt }),
  }),
};
