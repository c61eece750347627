import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";
import { labelOf } from "../books/dueState.tsx";

type Part = CallOutput<"GET /till-payments/:tillPaymentId">["paid"][number];
type Subject = Omit<Part, "targetId" | "amountCents">;

function placeOf(subject: Subject): { to: string; text: string } | null {
  const { dueId, dueKind, dueLabel, bookId, memberId, member, orderId, orderNumber, requestId } = subject;
  if (dueId && dueKind && dueLabel && bookId && memberId) {
    const to = href("/books/:bookId/members/:bookMemberId/dues/:dueId", {
      ...{ bookId, bookMemberId: memberId, dueId },
    });
    const label = labelOf({ kind: dueKind, label: dueLabel });
    return { to, text: [label, member].filter(Boolean).join(", ") };
  }
  if (orderId)
    return {
      to: href("/orders/:orderId", { orderId }),
      text: m.orders_order_title({ number: String(orderNumber) }),
    };
  return requestId
    ? {
        to: href("/requests/:paymentRequestId", { paymentRequestId: requestId }),
        text: subject.reason ?? "",
      }
    : null;
}

/** The due, order or request that money is for. */
export function SubjectLink(subject: Subject) {
  const place = placeOf(subject);
  return (
    place && (
      <Link className="link wrap-anywhere" to={place.to}>
        {place.text}
      </Link>
    )
  );
}

/** What a payment paid. */
export function PaidParts({ parts }: { parts: readonly Part[] }) {
  if (parts.length === 0) return null;
  return (
    <Card title={m.receipts_paid_for()}>
      <ul className="divide-y divide-line">
        {parts.map((part) => (
          <li
            key={part.targetId}
            className="flex flex-wrap items-center justify-between gap-2 py-3 first:pt-0 last:pb-0"
          >
            <SubjectLink {...part} />
            <Money cents={part.amountCents} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
