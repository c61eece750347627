import type { CallOutput } from "#app/api/client.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

type Refund = CallOutput<"GET /till-payments/:tillPaymentId">["refunds"][number];

const states: Record<Refund["state"], { tone: Tone; label: string }> = lazy({
  sent: { tone: "info", label: m.receipts_refund_sent },
  unknown: { tone: "warn", label: m.receipts_refund_unknown },
  done: { tone: "good", label: m.receipts_refund_done },
  failed: { tone: "bad", label: m.receipts_refund_failed },
});

/** Tried and finished refunds; an open one can be queried. */
export function Refunds({ refunds, mayRefund }: { refunds: readonly Refund[]; mayRefund: boolean }) {
  if (refunds.length === 0) return null;
  const isOpen = refunds.some(({ state }) => state === "sent" || state === "unknown");
  return (
    <Card title={m.receipts_refunds_title()}>
      <ul className="divide-y divide-line">
        {refunds.map(({ id, way, state, amountCents, note, receipt, resultDesc, createdAt }) => (
          <li key={id} className="grid gap-1 py-3 first:pt-0">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <Money cents={amountCents} />
              <Badge tone={states[state].tone}>{states[state].label}</Badge>
            </span>
            <span className="wrap-anywhere">{note}</span>
            <span className="hint wrap-anywhere">
              {way === "reversal" ? m.receipts_way_reversal() : m.receipts_way_by_hand()}
              {receipt && `, ${receipt}`}, <Time value={createdAt} />
            </span>
            {state === "failed" && resultDesc && <span className="hint wrap-anywhere">{resultDesc}</span>}
          </li>
        ))}
      </ul>
      {isOpen && mayRefund && (
        <Form method="post" className="mt-3">
          <Button variant="secondary" name="intent" value="check">
            {m.receipts_refund_check_button()}
          </Button>
        </Form>
      )}
    </Card>
  );
}
