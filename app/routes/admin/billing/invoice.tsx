import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, useLocation } from "react-router";
import { reasonForm } from "#app/domain/console/schemas.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { quoted } from "#app/platform/text/phrases.ts";
import { TaxRefused, taxFacts } from "#app/routes/billing/taxFacts.tsx";
import { taxTexts } from "#app/routes/billing/taxTexts.server.ts";
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
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/invoice";
import { invoiceState } from "./invoiceState.server.ts";

export const handle = { covers: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.admin_invoice_page_title({ number: loaderData.document.number ?? m.common_invoice() }) },
];

export async function loader({ context, params: { invoiceId } }: Route.LoaderArgs) {
  const { tax, ...found } = await pageApi(context)("GET /admin/invoices/:invoiceId", { invoiceId });
  return { ...found, state: invoiceState(found.invoice), tax: taxTexts(tax) };
}

export const action = formAction(
  reasonForm,
  async ({ value, api, request }, { params: { invoiceId } }: Route.ActionArgs) => {
    const { to } = await api("POST /admin/invoices/:invoiceId/reminder", { invoiceId, ...value });
    const { search } = new URL(request.url);
    return done(
      `${href("/admin/billing/invoices/:invoiceId", { invoiceId })}${search}`,
      m.admin_invoice_reminder_sent_to_done({ to }),
    );
  },
);

export default function AdminInvoice({ loaderData, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  const { invoice, lines, dispute } = loaderData;
  const { id: invoiceId } = invoice;
  return (
    <Modal
      title={m.admin_invoice_title({ invoiceNumber: invoice.invoiceNumber })}
      closeTo={`${href("/admin/billing")}${search}`}
      size="lg"
    >
      <div className="grid gap-5">
        {dispute && (
          <Notice
            tone={dispute.status === "open" ? "warn" : "info"}
            title={
              dispute.status === "open"
                ? m.admin_invoice_disputed_notice()
                : m.admin_invoice_dispute_resolved_notice()
            }
          >
            <p>{quoted(dispute.reason)}</p>
            <p>{dispute.resolution}</p>
          </Notice>
        )}
        <TaxRefused tax={loaderData.tax} advice={m.admin_invoice_tax_refused_advice()} />
        <Facts found={loaderData} />
        <div className="row-actions">
          <ButtonLink
            variant="secondary"
            to={href("/admin/billing/invoices/:invoiceId/pdf", { invoiceId })}
            reloadDocument
          >
            {m.common_download_pdf()}
          </ButtonLink>
          {invoice.awaitsTransfer && (
            <ButtonLink
              to={`${href("/admin/billing/invoices/:invoiceId/reconcile", { invoiceId })}${search}`}
              preventScrollReset
            >
              {m.admin_invoice_reconcile_link()}
            </ButtonLink>
          )}
          {dispute?.status === "open" && (
            <ButtonLink to={href("/admin/billing/disputes/:disputeId", { disputeId: dispute.id })}>
              {m.admin_resolve_dispute()}
            </ButtonLink>
          )}
        </div>
        <DataTable
          caption={m.admin_invoice_lines_caption()}
          rows={lines}
          keyOf={(row) => String(row.position)}
          columns={[
            { header: m.common_description(), cell: (row) => row.description },
            { header: m.common_quantity(), number: true, cell: (row) => formatCount(row.quantity) },
            { header: m.common_vat(), number: true, cell: (row) => <Money cents={row.vatCents} /> },
            { header: m.common_total(), number: true, cell: (row) => <Money cents={row.totalCents} /> },
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
  found: { invoice, document, reconciliation, state, tax },
}: {
  found: Route.ComponentProps["loaderData"];
}) {
  return (
    <DescriptionList
      items={[
        { term: m.common_business(), value: `${invoice.businessName}, ${invoice.email}` },
        { term: m.common_plan(), value: invoice.plan },
        { term: m.admin_invoice_document_for(), value: document.description },
        { term: m.common_amount(), value: <Money cents={invoice.amountCents} /> },
        {
          term: m.common_status(),
          value: <Badge tone={state.tone}>{state.word}</Badge>,
        },
        { term: m.admin_invoice_payment_method(), value: state.method },
        { term: m.common_due(), value: invoice.dueDate ? <Time value={invoice.dueDate} to="day" /> : "–" },
        {
          term: m.common_paid(),
          value: invoice.paidDate ? <Time value={invoice.paidDate} /> : m.common_not_yet(),
        },
        { term: m.admin_invoice_reconciled(), value: invoice.reconciled ? m.common_yes() : m.common_no() },
        ...(document.creditedCents > 0
          ? [{ term: m.admin_credited_term(), value: formatKes(document.creditedCents) }]
          : []),
        ...(reconciliation
          ? [
              {
                term: m.admin_bank_reference(),
                value: m.admin_invoice_paid_on({
                  reference: reconciliation.bankReference,
                  day: reconciliation.paidOn,
                }),
              },
              { term: m.admin_notes(), value: `${reconciliation.notes} (${reconciliation.by})` },
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
    <Form method="post" noValidate renews className="grid gap-4">
      <ErrorSummary errors={problemsOf(result)} />
      <Field
        {...fieldProps(result, "reason", m.admin_invoice_reminder_default_reason())}
        maxLength={500}
        label={m.common_reason()}
        required
        hint={m.admin_reason_hint()}
      />
      <p className="row-actions">
        <Button variant="secondary">{m.admin_invoice_send_reminder_button()}</Button>
        {last && (
          <span className="hint">
            <ParaglideMessage
              message={m.admin_invoice_last_reminder}
              inputs={{ name: last.by ?? "" }}
              markup={{ time: () => <Time value={last.at} /> }}
            />
          </span>
        )}
      </p>
    </Form>
  );
}
