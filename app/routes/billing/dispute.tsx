import { href, redirect } from "react-router";
import { z } from "zod";
import { disputeReason } from "#app/domain/money/invoices/schemas.ts";
import { TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { readSubmission } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { refuse } from "#app/web/submission.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/dispute";

const schema = z.object({ reason: disputeReason });

export const meta: Route.MetaFunction = () => [{ title: m.billing_dispute_page_title() }];

export async function loader({ context, params: { invoiceId } }: Route.LoaderArgs) {
  return orThrowPage(context.get(apiContext)("GET /billing/invoices/:invoiceId", { invoiceId }));
}

export async function action({ request, context, params: { invoiceId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  try {
    await context.get(apiContext)("POST /billing/invoices/:invoiceId/dispute", {
      invoiceId,
      ...submission.value,
    });
  } catch (error) {
    return refuse(submission, error);
  }
  const text = m.billing_dispute_received_done();
  return redirect(href("/billing/invoices/:invoiceId", { invoiceId }), {
    headers: withToast({ kind: "success", text }),
  });
}

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

export { ScreenError as ErrorBoundary };
