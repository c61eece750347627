import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, Link } from "react-router";
import { kindWords } from "#app/domain/money/invoices/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { quoted } from "#app/platform/text/phrases.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/invoice";
import { InvoiceBadge } from "./invoiceBadge.tsx";
import { TaxRefused, taxFacts } from "./taxFacts.tsx";
import { taxTexts } from "./taxTexts.server.ts";

type Document = Route.ComponentProps["loaderData"]["document"];

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData.document.number ?? m.common_invoice() },
];

export async function loader({ context, params: { invoiceId } }: Route.LoaderArgs) {
  const { tax, ...found } = await pageApi(context)("GET /billing/invoices/:invoiceId", { invoiceId });
  return { ...found, tax: taxTexts(tax), mayAct: may(context.get(userContext), "money.pay") };
}

export default function Invoice({
  loaderData: { document, lines, dispute, related, tax, mayAct },
}: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={`${kindWords[document.kind]} ${document.number}`}
        description={document.description}
        actions={<Actions document={document} mayAct={mayAct} />}
      />
      <div className="grid gap-6">
        {dispute && (
          <Notice
            tone={dispute.status === "open" ? "warn" : "info"}
            title={
              dispute.status === "open"
                ? m.billing_invoice_disputed_notice()
                : m.billing_invoice_dispute_resolved_notice()
            }
          >
            <p>{quoted(dispute.reason)}</p>
            <p>{dispute.resolution ?? m.billing_invoice_disputed_text()}</p>
          </Notice>
        )}
        <TaxRefused tax={tax} advice={m.billing_invoice_tax_refused_advice()} />
        <Lines lines={lines} />
        <Card title={m.common_details()}>
          <Facts document={document} related={related} tax={tax} />
        </Card>
        <p>
          <Link className="link" to={href("/billing/invoices")}>
            {m.billing_invoice_back_to_list_link()}
          </Link>
        </p>
      </div>
    </>
  );
}

function Actions({ document, mayAct }: { document: Document; mayAct: boolean }) {
  const isOpen = ["pending", "overdue", "disputed"].includes(document.status);
  return (
    <>
      {isOpen && document.status !== "disputed" && mayAct && (
        <ButtonLink
          variant="quiet"
          to={href("/billing/invoices/:invoiceId/dispute", { invoiceId: document.id })}
        >
          {m.billing_dispute_invoice()}
        </ButtonLink>
      )}
      <ButtonLink
        variant="secondary"
        to={href("/billing/invoices/:invoiceId/pdf", { invoiceId: document.id })}
        reloadDocument
      >
        {m.common_download_pdf()}
      </ButtonLink>
      {isOpen && mayAct && (
        <ButtonLink to={href("/billing/invoices/:invoiceId/pay", { invoiceId: document.id })}>
          {m.billing_invoice_pay_link({ total: formatKes(document.totalCents - document.creditedCents) })}
        </ButtonLink>
      )}
    </>
  );
}

function Facts({
  document,
  related,
  tax,
}: { document: Document } & Pick<Route.ComponentProps["loaderData"], "related" | "tax">) {
  return (
    <DescriptionList
      items={[
        { term: m.billing_invoice_net(), value: <Money cents={document.netCents} /> },
        { term: m.common_vat(), value: <Money cents={document.vatCents} /> },
        { term: m.billing_invoice_total_incl_vat(), value: <Money cents={document.totalCents} /> },
        { term: m.common_status(), value: <InvoiceBadge status={document.status} /> },
        { term: m.billing_invoice_billed_to(), value: `${document.billTo?.name}, ${document.billTo?.email}` },
        { term: m.common_date(), value: document.finalizedAt ? <Time value={document.finalizedAt} /> : "–" },
        ...(document.dueAt
          ? [{ term: m.common_due(), value: <Time value={document.dueAt} to="day" /> }]
          : []),
        ...(document.paidAt
          ? [
              {
                term: m.common_paid(),
                value: document.paidWith ? (
                  <ParaglideMessage
                    message={m.billing_invoice_paid_text}
                    inputs={{ paidWith: document.paidWith }}
                    markup={{ time: () => <Time value={document.paidAt ?? ""} /> }}
                  />
                ) : (
                  <Time value={document.paidAt} />
                ),
              },
            ]
          : []),
        ...(document.creditedCents > 0
          ? [{ term: m.billing_invoice_credited(), value: <Money cents={document.creditedCents} /> }]
          : []),
        ...related.map((one) => ({
          term: kindWords[one.kind],
          value: (
            <Link className="link" to={href("/billing/invoices/:invoiceId", { invoiceId: one.id })}>
              {one.number}
            </Link>
          ),
        })),
        ...taxFacts(tax),
      ]}
    />
  );
}

function Lines({ lines }: Pick<Route.ComponentProps["loaderData"], "lines">) {
  return (
    <DataTable
      caption={m.billing_invoice_line_items_caption()}
      rows={lines}
      keyOf={(line) => String(line.position)}
      columns={[
        { header: m.common_description, cell: (line) => line.description },
        { header: m.common_quantity, number: true, cell: (line) => formatCount(line.quantity) },
        { header: m.billing_invoice_net, number: true, cell: (line) => <Money cents={line.netCents} /> },
        {
          header: m.common_vat,
          number: true,
          cell: (line) => (
            <>
              <Money cents={line.vatCents} /> ({percentText(line.vatBasisPoints / 100)})
            </>
          ),
        },
        { header: m.common_total, number: true, cell: (line) => <Money cents={line.totalCents} /> },
      ]}
    />
  );
}
