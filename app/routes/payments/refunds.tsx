import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

type Refund =
  | CallOutput<"GET /till-payments/:tillPaymentId">["refunds"][number]
  | CallOutput<"GET /orders/:orderId">["refunds"][number];

const states: Record<Refund["state"], { tone: Tone; label: string }> = lazy({
  due: { tone: "bad", label: m.receipts_refund_due },
  sent: { tone: "info", label: m.receipts_refund_sent },
  unknown: { tone: "warn", label: m.receipts_refund_unknown },
  done: { tone: "good", label: m.receipts_refund_done },
  failed: { tone: "bad", label: m.receipts_refund_failed },
  credited: { tone: "neutral", label: m.receipts_refund_credited },
});

/** Due, tried and finished refunds of a payment or an order. `mayCheck`: one at M-Pesa can be queried here. */
export function Refunds({
  refunds,
  mayRefund,
  mayCheck = false,
}: {
  refunds: readonly Refund[];
  mayRefund: boolean;
  mayCheck?: boolean;
}) {
  if (refunds.length === 0) return null;
  const isOpen = refunds.some(({ state }) => state === "sent" || state === "unknown");
  return (
    <Card title={m.receipts_refunds_title()}>
      <ul className="divide-y divide-line">
        {refunds.map((refund) => (
          <li key={refund.id} className="grid gap-1 py-3 first:pt-0">
            <Facts refund={refund} />
            {refund.state === "due" && mayRefund && <Choices refund={refund} />}
          </li>
        ))}
      </ul>
      {isOpen && mayCheck && (
        <Form method="post" className="mt-3">
          <Button variant="secondary" name="intent" value="check">
            {m.receipts_refund_check_button()}
          </Button>
        </Form>
      )}
    </Card>
  );
}

function Facts({ refund }: { refund: Refund }) {
  const { way, state, amountCents, note, receipt, resultDesc, createdAt } = refund;
  const order = "order" in refund ? refund.order : null;
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-2">
        <Money cents={amountCents} />
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
      </span>
      {order && <span>{m.orders_order_title({ number: String(order) })}</span>}
      {note && <span className="wrap-anywhere">{note}</span>}
      <span className="hint wrap-anywhere">
        {way && (way === "reversal" ? m.receipts_way_reversal() : m.receipts_way_by_hand())}
        {receipt && `, ${receipt}`}
        {way && ", "}
        <Time value={createdAt} />
      </span>
      {state === "failed" && resultDesc && <span className="hint wrap-anywhere">{resultDesc}</span>}
    </>
  );
}

function Choices({ refund: { id, paymentId } }: { refund: Refund }) {
  const page = href("/payments/:tillPaymentId/refund", { tillPaymentId: paymentId });
  return (
    <Form method="post" className="row-actions mt-2">
      <input type="hidden" name="tillPaymentId" value={paymentId} />
      <input type="hidden" name="paymentRefundId" value={id} />
      <ButtonLink variant="secondary" to={`${page}?refundId=${id}`}>
        {m.receipts_refund_link()}
      </ButtonLink>
      <Button variant="quiet" name="intent" value="credit">
        {m.receipts_refund_credit_button()}
      </Button>
    </Form>
  );
}
