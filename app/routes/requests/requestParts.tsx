import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

type Found = CallOutput<"GET /payment-requests/:paymentRequestId">;
type Prompt = Found["prompts"][number];

/** What was paid beyond the request, and what to do with it. */
export function Excess({ request, payments }: Pick<Found, "request" | "payments">) {
  const cents = payments.reduce(
    (sum, { amountCents, allocatedCents }) => sum + amountCents - allocatedCents,
    0,
  );
  if (cents <= 0) return null;
  return (
    <Notice tone="warn" title={m.requests_excess_title({ amount: formatKes(cents) })}>
      {request.contactId === null ? m.requests_excess_erased_text() : m.requests_excess_text()}
    </Notice>
  );
}

export const Payments = ({ payments }: Pick<Found, "payments">) => (
  <Card title={m.common_payments()}>
    <DataTable
      caption={m.common_payments()}
      rows={payments}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => href("/payments/:tillPaymentId", { tillPaymentId: id })}
      empty={m.requests_payments_empty()}
      columns={[
        {
          header: m.requests_receipt(),
          cell: ({ receipt }) => <span className="font-mono">{receipt}</span>,
          below: ({ paidAt }) => <Time value={paidAt} />,
        },
        { header: m.common_amount(), number: true, cell: ({ amountCents }) => <Money cents={amountCents} /> },
        {
          header: m.requests_for_this(),
          number: true,
          cell: ({ hereCents }) => (hereCents === null ? "–" : <Money cents={hereCents} />),
        },
        {
          header: m.requests_unused(),
          number: true,
          cell: ({ amountCents, allocatedCents }) =>
            amountCents === allocatedCents ? "–" : <Money cents={amountCents - allocatedCents} />,
        },
      ]}
    />
  </Card>
);

const tones = { pending: "info", unknown: "warn", paid: "good", failed: "bad", expired: "neutral" } as const;
const words: Record<Prompt["state"], string> = lazy({
  pending: m.requests_prompt_pending,
  unknown: m.requests_state_unknown,
  paid: m.common_paid,
  failed: m.common_failed,
  expired: m.requests_state_expired,
});

export const Prompts = ({ prompts }: Pick<Found, "prompts">) => (
  <Card title={m.requests_prompts_title()}>
    <DataTable
      caption={m.requests_prompts_title()}
      rows={prompts}
      keyOf={({ id }) => id}
      empty={m.requests_prompts_empty()}
      columns={[
        {
          header: m.common_phone(),
          cell: ({ phone }) => readablePhone(phone),
          below: ({ createdAt, state, resultDesc, resultCode }) => (
            <>
              <Time value={createdAt} />
              {state !== "paid" && (resultDesc ?? resultCode) && <div>{resultDesc ?? resultCode}</div>}
            </>
          ),
        },
        { header: m.common_amount(), number: true, cell: ({ amountCents }) => <Money cents={amountCents} /> },
        { header: m.common_status(), cell: ({ state }) => <Badge tone={tones[state]}>{words[state]}</Badge> },
      ]}
    />
  </Card>
);
