import { href, useLocation } from "react-router";
import { methodLabel, tones } from "#app/domain/console/billing/words.ts";
import { reasonForm } from "#app/domain/console/schemas.ts";
import { statusWords } from "#app/domain/money/invoices/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { TaxRefused, taxFacts } from "#app/routes/billing/taxFacts.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/invoice";

export const handle = { covers: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.document.number ?? "Invoice"} – Billing` },
];

export async function loader({ context, params: { invoiceId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/invoices/:invoiceId", { invoiceId }));
}

export const action = formAction(
  reasonForm,
  async ({ value, api, request }, { params: { invoiceId } }: Route.ActionArgs) => {
    const { to } = await api("POST /admin/invoices/:invoiceId/reminder", { invoiceId, ...value });
    const { search } = new URL(request.url);
    return done(
      `${href("/admin/billing/invoices/:invoiceId", { invoiceId })}${search}`,
      `Reminder sent to ${to}.`,
    );
  },
);

export default function AdminInvoice({ loaderData, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  const { invoice, lines, dispute } = loaderData;
  const { id: invoiceId } = invoice;
  return (
    <Modal
      title={`Invoice ${invoice.invoiceNumber}`}
      closeTo={`${href("/admin/billing")}${search}`}
      size="lg"
    >
      <div className="grid gap-5">
        {dispute && (
          <Notice
            tone={dispute.status === "open" ? "warn" : "info"}
            title={dispute.status === "open" ? "Disputed" : "The dispute was answered"}
          >
            <p>“{dispute.reason}”</p>
            <p>{dispute.resolution}</p>
          </Notice>
        )}
        <TaxRefused tax={loaderData.tax} advice="It waits on the work list of refused tax documents." />
        <Facts found={loaderData} />
        <div className="row-actions">
          <ButtonLink
            variant="secondary"
            to={href("/admin/billing/invoices/:invoiceId/pdf", { invoiceId })}
            reloadDocument
          >
            Download PDF
          </ButtonLink>
          {invoice.awaitsTransfer && (
            <ButtonLink
              to={`${href("/admin/billing/invoices/:invoiceId/reconcile", { invoiceId })}${search}`}
              preventScrollReset
            >
              Reconcile
            </ButtonLink>
          )}
          {dispute?.status === "open" && (
            <ButtonLink to={href("/admin/billing/disputes/:disputeId", { disputeId: dispute.id })}>
              Resolve the dispute
            </ButtonLink>
          )}
        </div>
        <DataTable
          caption="Lines"
          rows={lines}
          keyOf={(row) => String(row.position)}
          columns={[
            { header: "Description", cell: (row) => row.description },
            { header: "Quantity", number: true, cell: (row) => formatCount(row.quantity) },
            { header: "VAT", number: true, cell: (row) => <Money cents={row.vatCents} /> },
            { header: "Total", number: true, cell: (row) => <Money cents={row.totalCents} /> },
          ]}
        />
        {(invoice.status === "pending" || invoice.status === "overdue") && (
          <Reminder answer={actionData} last={loaderData.lastReminder} />
        )}
      </div>
    </Modal>
  );
}

function Facts({
  found: { invoice, document, reconciliation, tax },
}: {
  found: Route.ComponentProps["loaderData"];
}) {
  return (
    <DescriptionList
      items={[
        { term: "Business", value: `${invoice.businessName}, ${invoice.email}` },
        { term: "Plan", value: invoice.plan },
        { term: "For", value: document.description },
        { term: "Amount", value: <Money cents={invoice.amountCents} /> },
        {
          term: "Status",
          value: <Badge tone={tones[invoice.status]}>{statusWords[invoice.status]}</Badge>,
        },
        { term: "Payment method", value: methodLabel(invoice.method) },
        { term: "Due", value: invoice.dueDate ? <Time value={invoice.dueDate} to="day" /> : "–" },
        { term: "Paid", value: invoice.paidDate ? <Time value={invoice.paidDate} /> : "Not yet" },
        { term: "Reconciled", value: invoice.reconciled ? "Yes" : "No" },
        ...(document.creditedCents > 0
          ? [{ term: "Credited", value: formatKes(document.creditedCents) }]
          : []),
        ...(reconciliation
          ? [
              {
                term: "Bank reference",
                value: `${reconciliation.bankReference}, paid on ${reconciliation.paidOn}`,
              },
              { term: "Notes", value: `${reconciliation.notes} (${reconciliation.by})` },
            ]
          : []),
        ...taxFacts(tax),
      ]}
    />
  );
}

function Reminder({
  answer,
  last,
}: {
  answer: Route.ComponentProps["actionData"];
  last: Route.ComponentProps["loaderData"]["lastReminder"];
}) {
  const result = answer?.result;
  return (
    <Form method="post" noValidate className="grid gap-4">
      <ErrorSummary errors={problemsOf(result)} />
      <Field
        label="Reason"
        name="reason"
        required
        hint="The organisation reads it in its activity log."
        defaultValue={typedOr(result, "reason", "The invoice is not paid yet")}
        error={errorAt(result, "reason")}
      />
      <p className="row-actions">
        <Button variant="secondary">Send Reminder</Button>
        {last && (
          <span className="hint">
            The last one by hand: <Time value={last.at} />, by {last.by}
          </span>
        )}
      </p>
    </Form>
  );
}
