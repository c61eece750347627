import { href } from "react-router";
import { z } from "zod";
import { disputeReason } from "#app/domain/money/invoices/schemas.ts";
import { TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/dispute";

const schema = z.object({ reason: disputeReason });

export const meta: Route.MetaFunction = () => [{ title: m.billing_dispute_page_title() }];

export async function loader({ context, params: { invoiceId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /billing/invoices/:invoiceId", { invoiceId });
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { invoiceId } }: Route.ActionArgs) => {
    await api("POST /billing/invoices/:invoiceId/dispute", { invoiceId, ...value });
    return done(href("/billing/invoices/:invoiceId", { invoiceId }), m.billing_dispute_received_done());
  },
);

export default function DisputeInvoice({ loaderData: { document }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={m.billing_dispute_title({ number: document.number ?? "" })}
        description={document.description}
      />
      <div className="grid gap-6">
        <ErrorSummary errors={problemsOf(result)} />
        <Card>
          <Form method="post" noValidate className="grid gap-5">
            <TextareaField
              {...fieldProps(result, "reason")}
              maxLength={1000}
              label={m.billing_dispute_reason_label()}
              rows={5}
              required
              hint={m.billing_dispute_reason_hint()}
            />
            <FormActions
              submitLabel={m.common_send()}
              cancelTo={href("/billing/invoices/:invoiceId", { invoiceId: document.id })}
            />
          </Form>
        </Card>
      </div>
    </div>
  );
}
