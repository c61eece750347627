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
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/reconcile";

export const handle = { covers: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Reconcile ${loaderData?.document.number ?? ""} – Billing` },
];

export async function loader({ context, params: { invoiceId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/invoices/:invoiceId", { invoiceId }));
}

export const action = formAction(
  reconcileForm,
  async ({ value, api, request }, { params: { invoiceId } }: Route.ActionArgs) => {
    const { number } = await api("POST /admin/invoices/:invoiceId/reconcile", { invoiceId, ...value });
    const { search } = new URL(request.url);
    return done(
      `${href("/admin/billing/invoices/:invoiceId", { invoiceId })}${search}`,
      `${number} is reconciled and paid.`,
    );
  },
);

export default function Reconcile({ loaderData: { invoice }, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  const result = actionData?.result;
  const back = `${href("/admin/billing/invoices/:invoiceId", { invoiceId: invoice.id })}${search}`;
  if (!invoice.awaitsTransfer)
    return (
      <Modal title={`Reconcile ${invoice.invoiceNumber}`} closeTo={back}>
        <div className="grid gap-4">
          <ErrorSummary errors={problemsOf(result)} />
          <p>No bank transfer waits to be reconciled for this invoice.</p>
          <p className="row-actions">
            <ButtonLink to={back}>Back to the invoice</ButtonLink>
          </p>
        </div>
      </Modal>
    );
  return (
    <Modal title={`Reconcile ${invoice.invoiceNumber}`} closeTo={back}>
      <ConfirmForm
        answer={actionData}
        confirm={{ label: "Mark as Reconciled", harmless: true }}
        keep={{ label: "Cancel", to: back }}
      >
        <DescriptionList
          items={[
            { term: "Business", value: invoice.businessName },
            { term: "Amount", value: <Money cents={invoice.amountCents} /> },
          ]}
        />
        <Field
          label="Bank reference"
          name="bankReference"
          required
          autoComplete="off"
          hint="As the bank's statement has it: a later statement then passes it over."
          defaultValue={typedOr(result, "bankReference", "")}
          error={errorAt(result, "bankReference")}
        />
        <Field
          label="Payment date"
          name="paidOn"
          type="date"
          required
          defaultValue={typedOr(result, "paidOn", "")}
          error={errorAt(result, "paidOn")}
        />
        <TextareaField
          label="Notes"
          name="notes"
          rows={3}
          required
          hint="The organisation reads them in its activity log."
          defaultValue={typedOr(result, "notes", "")}
          error={errorAt(result, "notes")}
        />
      </ConfirmForm>
    </Modal>
  );
}
