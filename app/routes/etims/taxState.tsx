import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { QrCode, type QrShape } from "#app/ui/qrCode.tsx";
import { m } from "#messages";

type OfSubject = CallOutput<"GET /orders/:orderId">["invoices"][number];
type Invoice = Omit<OfSubject, "paymentId" | "paymentReceipt"> & { code: QrShape | null };

const states: Record<Invoice["state"], { tone: Tone; label: string }> = lazy({
  waiting: { tone: "info", label: m.common_pending },
  submitted: { tone: "info", label: m.common_pending },
  unknown: { tone: "warn", label: m.billing_tax_state_unknown },
  accepted: { tone: "good", label: m.billing_tax_state_accepted },
  refused: { tone: "bad", label: m.common_refused },
});

export const TaxStateBadge = ({ state }: Pick<Invoice, "state">) => (
  <Badge tone={states[state].tone}>{states[state].label}</Badge>
);

/** The payment that an invoice is for, or whose money went back. */
export const PaymentOfInvoice = ({ paymentId, paymentReceipt }: OfSubject) =>
  paymentId && (
    <Link className="link" to={href("/payments/:tillPaymentId", { tillPaymentId: paymentId })}>
      {m.etims_payment({ receipt: paymentReceipt ?? "" })}
    </Link>
  );

/** The eTIMS invoices and credit notes of a due, an order, a request or a payment, with KRA's numbers. */
export function TaxInvoices<Shown extends Invoice>({
  invoices,
  of,
}: {
  invoices: readonly Shown[];
  /** The other side of an invoice: its payment, or what was paid. */
  of: (invoice: Shown) => ReactNode;
}) {
  if (invoices.length === 0) return null;
  return (
    <Card title={m.etims_invoices()}>
      <ul className="divide-y divide-line">
        {invoices.map((invoice) => (
          <li key={invoice.id} className="grid gap-1 py-3 first:pt-0">
            <TaxInvoice invoice={invoice}>{of(invoice)}</TaxInvoice>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function TaxInvoice({ invoice, children }: { invoice: Invoice; children: ReactNode }) {
  const { kind, number, state, totalCents, receiptNumber, controlUnitId, customerPin, link, code } = invoice;
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span>{kind === "sale" ? m.etims_sale_title({ number }) : m.etims_credit_title({ number })}</span>
        <TaxStateBadge state={state} />
      </span>
      <Money cents={totalCents} />
      {children}
      {customerPin && <span className="hint">{m.etims_buyer_pin_line({ pin: customerPin })}</span>}
      {receiptNumber && (
        <span className="hint wrap-anywhere">
          {m.etims_kra_number({ number: receiptNumber, unit: controlUnitId ?? "" })}
        </span>
      )}
      {link && (
        <a className="link wrap-anywhere" href={link} rel="noreferrer" target="_blank">
          {m.etims_verify()}
        </a>
      )}
      {code && <QrCode code={code} label={m.etims_qr_label()} size={128} />}
    </>
  );
}

/** The invoice on the slip of an order: scanning its code verifies it at KRA. */
export const TaxSlip = ({
  invoice: { receiptNumber, number, controlUnitId, link, code },
}: {
  invoice: Invoice;
}) => (
  <div className="mt-4 grid gap-2 wrap-anywhere">
    <p>
      {m.etims_slip_line({ number: receiptNumber ?? number, unit: controlUnitId ?? "" })}
      {link && <span className="block">{link}</span>}
    </p>
    {code && <QrCode code={code} label={m.etims_qr_label()} size={128} />}
  </div>
);
