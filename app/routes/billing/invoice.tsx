import { href, Link } from "react-router";
import { kindWords } from "#app/domain/money/invoices/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { isManager } from "#app/platform/roles.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { useRoot } from "#app/web/useRoot.ts";
import type { Route } from "./+types/invoice";
import { InvoiceBadge } from "./invoiceList.tsx";
import { TaxRefused, taxFacts } from "./taxFacts.tsx";

type Document = Route.ComponentProps["loaderData"]["document"];

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.document.number ?? "Invoice" },
];

export async function loader({ context, params: { invoiceId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /billing/invoices/:invoiceId", { invoiceId }));
}

export default function Invoice({
  loaderData: { document, lines, dispute, related, tax },
}: Route.ComponentProps) {
  const mayAct = isManager(useRoot()?.user);
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
            title={dispute.status === "open" ? "You dispute this invoice" : "Your dispute was answered"}
          >
            <p>“{dispute.reason}”</p>
            <p>{dispute.resolution ?? "We will answer. Until then we send no reminders."}</p>
          </Notice>
        )}
        <TaxRefused
          tax={tax}
          advice="We look after it. What you owe stays as it is; the PDF gets its tax data when KRA has registered it."
        />
        <Lines lines={lines} />
        <Card title="Details">
          <Facts document={document} related={related} tax={tax} />
        </Card>
        <p>
          <Link className="link" to={`${href("/billing")}#invoices`}>
            Back to billing
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
          Dispute this invoice
        </ButtonLink>
      )}
      <ButtonLink
        variant="secondary"
        to={href("/billing/invoices/:invoiceId/pdf", { invoiceId: document.id })}
        reloadDocument
      >
        Download PDF
      </ButtonLink>
      {isOpen && mayAct && (
        <ButtonLink to={href("/billing/invoices/:invoiceId/pay", { invoiceId: document.id })}>
          Pay {formatKes(document.totalCents - document.creditedCents)}
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
        { term: "Net", value: <Money cents={document.netCents} /> },
        { term: "VAT", value: <Money cents={document.vatCents} /> },
        { term: "Total, incl. VAT", value: <Money cents={document.totalCents} /> },
        { term: "Status", value: <InvoiceBadge status={document.status} /> },
        { term: "Billed to", value: `${document.billTo?.name}, ${document.billTo?.email}` },
        { term: "Date", value: document.finalizedAt ? <Time value={document.finalizedAt} /> : "–" },
        ...(document.dueAt ? [{ term: "Due", value: <Time value={document.dueAt} /> }] : []),
        ...(document.paidAt
          ? [
              {
                term: "Paid",
                value: (
                  <>
                    <Time value={document.paidAt} />
                    {document.paidWith && `, by ${document.paidWith}`}
                  </>
                ),
              },
            ]
          : []),
        ...(document.creditedCents > 0
          ? [{ term: "Credited", value: <Money cents={document.creditedCents} /> }]
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
    <Table caption="Lines" stacked>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col" className="number">
            Quantity
          </th>
          <th scope="col" className="number">
            Net
          </th>
          <th scope="col" className="number">
            VAT
          </th>
          <th scope="col" className="number">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.position}>
            <th scope="row">{line.description}</th>
            <td className="number" data-label="Quantity">
              {formatCount(line.quantity)}
            </td>
            <td className="number" data-label="Net">
              <Money cents={line.netCents} />
            </td>
            <td className="number" data-label="VAT">
              <Money cents={line.vatCents} /> ({line.vatBasisPoints / 100}&nbsp;%)
            </td>
            <td className="number" data-label="Total">
              <Money cents={line.totalCents} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export { ScreenError as ErrorBoundary };
