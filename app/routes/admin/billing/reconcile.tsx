import { href, useLocation } from "react-router";
import { reconcileForm } from "#app/domain/console/billing/schemas.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { Money } from "#app/ui/money.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/reconcile";

export const handle = { covers: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.admin_reconcile_page_title({ number: loaderData.document.number ?? "" }) },
];

export async function loader({ context, params: { invoiceId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/invoices/:invoiceId", { invoiceId });
}

export const action = formAction(
  reconcileForm,
  async ({ value, api, request }, { params: { invoiceId } }: Route.ActionArgs) => {
    const { number } = await api("POST /admin/invoices/:invoiceId/reconcile", { invoiceId, ...value });
    const { search } = new URL(request.url);
    return done(
      `${href("/admin/billing/invoices/:invoiceId", { invoiceId })}${search}`,
      m.admin_reconcile_reconciled_done({ number }),
    );
  },
);

export default function Reconcile({ loaderData: { invoice }, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  const result = actionData?.result;
  const back = `${href("/admin/billing/invoices/:invoiceId", { invoiceId: invoice.id })}${search}`;
  if (!invoice.awaitsTransfer)
    return (
      <Modal title={m.admin_reconcile_title({ invoiceNumber: invoice.invoiceNumber })} closeTo={back}>
        <div className="grid gap-4">
          <ErrorSummary errors={problemsOf(result)} />
          <p>{m.admin_reconcile_nothing_waiting()}</p>
          <p className="row-actions">
            <ButtonLink to={back}>{m.admin_reconcile_back_to_invoice_link()}</ButtonLink>
          </p>
        </div>
      </Modal>
    );
  return (
    <Modal title={m.admin_reconcile_title({ invoiceNumber: invoice.invoiceNumber })} closeTo={back}>
      <ConfirmForm
        answer={actionData}
        confirm={{ label: m.admin_reconcile_mark_as_reconciled(), harmless: true }}
        keep={{ label: m.common_cancel(), to: back }}
      >
        <DescriptionList
          items={[
            { term: m.common_business(), value: invoice.businessName },
            { term: m.common_amount(), value: <Money cents={invoice.amountCents} /> },
          ]}
        />
        <Field
          {...fieldProps(result, "bankReference")}
          maxLength={100}
          label={m.admin_bank_reference()}
          required
          autoComplete="off"
          hint={m.admin_reconcile_reference_hint()}
        />
        <Field
          {...fieldProps(result, "paidOn")}
          label={m.admin_reconcile_paid_on_label()}
          type="date"
          required
        />
        <TextareaField
          {...fieldProps(result, "notes")}
          maxLength={500}
          label={m.admin_notes()}
          rows={3}
          required
          hint={m.admin_reconcile_notes_hint()}
        />
      </ConfirmForm>
    </Modal>
  );
}
