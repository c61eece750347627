import { href, redirect, useLocation } from "react-router";
import { reconcileForm } from "#app/domain/console/billing/schemas.ts";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { Money } from "#app/ui/money.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/reconcile";

export const handle = { covers: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Reconcile ${loaderData?.document.number ?? ""} – Billing` },
];

export async function loader({ request, context, params: { invoiceId } }: Route.LoaderArgs) {
  const found = await orErrorPage(context.get(apiContext)("GET /admin/invoices/:invoiceId", { invoiceId }));
  const { search } = new URL(request.url);
  // A form that was refused since somebody was first is shown with the reason.
  if (!found.invoice.awaitsTransfer && request.method === "GET")
    throw redirect(`${href("/admin/billing/invoices/:invoiceId", { invoiceId })}${search}`, {
      headers: withToast({ kind: "error", text: "This invoice has no bank transfer that waits." }),
    });
  return found;
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
