import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import { catalogueProblemWords } from "./catalogueProblems.ts";
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

const moved = ({ amountCents, receipt }: { amountCents: number; receipt: string }) => ({
  amount: formatKes(amountCents),
  receipt,
});

const ends = lazy({
  failed: m.events_payment_request_failed_title,
  cancelled: m.events_payment_request_cancelled_title,
  expired: m.events_payment_request_expired_title,
});

interface OrderFacts {
  number: number;
  amountCents: number;
  contact: string;
}
const order = ({ number, amountCents, contact }: OrderFacts) =>
  m.events_order_details({ number: String(number), amount: formatKes(amountCents), contact });
const refund = ({ refundCents, ...facts }: OrderFacts & { refundCents: number }) =>
  order({ ...facts, amountCents: refundCents });
const product = (data: { product: string; priceCents: number }) =>
  m.events_product_details({ product: data.product, price: formatKes(data.priceCents) });

const bookOf = ({ book }: { book: string }) => book;
const due = (data: { amountCents: number; contact: string; member: string; label: string; book: string }) =>
  m.events_due_details({
    ...{ amount: formatKes(data.amountCents), label: data.label, book: data.book },
    member: data.member || data.contact,
  });

export const salesWords: WordsOf<typeof events> = {
  "till.connected": (data) => ({ title: m.events_till_connected_title(), details: till(data) }),
  "till.changed": (data) => ({ title: m.events_till_changed_title(), details: till(data) }),
  "till.keys_replaced": (data) => ({ title: m.events_till_keys_replaced_title(), details: till(data) }),
  "till.rotated": (data) => ({ title: m.events_till_rotated_title(), details: till(data) }),
  "till.tested": (data) => ({ title: m.events_till_tested_title(), details: till(data) }),
  "till.failing": (data) => ({
    title: m.events_till_failing_title({ till: data.till }),
    details: data.said,
    notice: { title: m.events_till_failing_title({ till: data.till }), body: m.events_till_failing_text() },
  }),
  "till.differs": (data) => ({
    title: m.events_till_differs_title({ till: data.till }),
    details: m.events_till_differs_details({ receipts: data.receipts.slice(0, 5).join(", ") }),
  }),
  "till.checked": (data) => ({ title: m.events_till_checked_title(), details: till(data) }),
  "till.removed": (data) => ({ title: m.events_till_removed_title(), details: till(data) }),
  "payment_settings.changed": () => ({ title: m.events_payment_settings_title(), details: "" }),
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
  "order.created": (data) => ({
    title: m.events_order_created_title(),
    details: order(data),
    notice: { title: m.events_order_created_title(), body: order(data) },
  }),
  "order.changed": (data) => ({ title: m.events_order_changed_title(), details: order(data) }),
  "order.separate": (data) => ({ title: m.events_order_separate_title(), details: order(data) }),
  "order.confirmed": (data) => ({ title: m.events_order_confirmed_title(), details: order(data) }),
  "order.paid": (data) => ({ title: m.events_order_paid_title(), details: order(data) }),
  "order.packed": (data) => ({ title: m.events_order_packed_title(), details: order(data) }),
  "order.delivered": (data) => ({ title: m.events_order_delivered_title(), details: order(data) }),
  "order.cancelled": (data) => ({ title: m.events_order_cancelled_title(), details: order(data) }),
  "order.refund_due": (data) => ({
    title: m.events_order_refund_due_title(),
    details: refund(data),
    notice: { title: m.events_order_refund_due_title(), body: refund(data) },
  }),
  "order.refund_credited": (data) => ({
    title: m.events_order_refund_credited_title(),
    details: refund(data),
  }),
  "order.refunded": (data) => ({ title: m.events_order_refunded_title(), details: refund(data) }),
  "product.created": (data) => ({ title: m.events_product_created_title(), details: product(data) }),
  "product.changed": (data) => ({ title: m.events_product_changed_title(), details: product(data) }),
  "product.archived": (data) => ({ title: m.events_product_archived_title(), details: product(data) }),
  "product.restored": (data) => ({ title: m.events_product_restored_title(), details: product(data) }),
  "products.imported": ({ created, changed, refused }) => ({
    title: m.events_products_imported_title(),
    details: m.events_products_imported_details({
      created: String(created),
      changed: String(changed),
      refused: String(refused),
    }),
  }),
  "product_catalogue.connected": (data) => ({
    title: m.events_catalogue_connected_title(),
    details: data.catalogue,
  }),
  "product_catalogue.disconnected": (data) => ({
    title: m.events_catalogue_disconnected_title(),
    details: data.catalogue,
  }),
  "product_catalogue.pictures_kept": (data) => ({
    title: m.events_catalogue_pictures_title(),
    details: data.catalogue,
  }),
  "product_catalogue.synced": ({ created, changed, removed }) => ({
    title: m.events_catalogue_synced_title(),
    details: m.events_catalogue_synced_details({
      created: String(created),
      changed: String(changed),
      removed: String(removed),
    }),
  }),
  "product_catalogue.failing": (data) => ({
    title: m.events_catalogue_failing_title(),
    details: catalogueProblemWords(data.problem),
    notice: { title: m.events_catalogue_failing_title(), body: catalogueProblemWords(data.problem) },
  }),
  "till_payment.refunded": (data) => ({
    title: m.events_till_payment_refunded_title(),
    details: m.events_till_payment_refund_details({ ...moved(data), note: data.note }),
  }),
  "till_payment.refund_requested": (data) => ({
    title: m.events_refund_requested_title(),
    details: m.events_till_payment_refund_details({ ...moved(data), note: data.note }),
  }),
  "till_payment.refund_failed": (data) => ({
    title: m.events_refund_failed_title(),
    details: m.events_till_payment_refund_details({ ...moved(data), note: data.said }),
  }),
  "till_payment.confirmed": ({ amountCents, receipt }) => ({
    title: m.events_till_payment_confirmed_title(),
    details: `${formatKes(amountCents)}, ${receipt}`,
  }),
  "credit.applied": (data) => ({ title: m.events_credit_applied_title(), details: request(data) }),
  "etims.changed": ({ pin, isOn }) => ({
    title: isOn ? m.events_etims_on_title() : m.events_etims_off_title(),
    details: pin,
  }),
  "tax_document.registered": ({ number, receiptNumber }) => ({
    title: m.events_tax_document_registered_title(),
    details: [number, receiptNumber].filter(Boolean).join(", "),
  }),
  "tax_document.refused": ({ number, because }) => ({
    title: m.events_tax_document_refused_title(),
    details: `${number}: ${because}`,
    notice: { title: m.events_tax_document_refused_title(), body: `${number}: ${because}` },
  }),
  "tax_document.retried": ({ number }) => ({
    title: m.events_tax_document_retried_title(),
    details: number,
  }),
  "till_difference.taken": ({ till: name, receipt }) => ({
    title: m.events_till_difference_taken_title({ receipt }),
    details: name,
  }),
  "till_difference.closed": ({ explanation, receipt }) => ({
    title: m.events_till_difference_closed_title({ receipt }),
    details: explanation,
  }),
  "book.created": (data) => ({ title: m.events_book_created_title(), details: bookOf(data) }),
  "book.changed": (data) => ({ title: m.events_book_changed_title(), details: bookOf(data) }),
  "book.archived": (data) => ({ title: m.events_book_archived_title(), details: bookOf(data) }),
  "book_member.added": ({ book, member, contact }) => ({
    title: m.events_book_member_added_title(),
    details: m.events_book_member_details({ book, member: member || contact }),
  }),
  "book_member.removed": ({ book, member, contact }) => ({
    title: m.events_book_member_removed_title(),
    details: m.events_book_member_details({ book, member: member || contact }),
  }),
  "dues.imported": ({ book, created, refused }) => ({
    title: m.events_dues_imported_title(),
    details: m.events_dues_imported_details({ book, created: String(created), refused: String(refused) }),
  }),
  "due.created": (data) => ({
    title: data.kind === "penalty" ? m.events_due_penalty_title() : m.events_due_created_title(),
    details: due(data),
  }),
  "due.paid": (data) => ({ title: m.events_due_paid_title(), details: due(data) }),
  "due.reopened": (data) => ({ title: m.events_due_reopened_title(), details: due(data) }),
  "due.cancelled": (data) => ({ title: m.events_due_cancelled_title(), details: due(data) }),
};
