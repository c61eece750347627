import { href } from "react-router";
import { z } from "zod";
import { payerPhone } from "#app/domain/money/payments/schemas.ts";
import { paymentMethods } from "#app/domain/money/words.ts";
import { formKey } from "#app/platform/forms/formKey.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/payInvoice";
import { PayBy, startPayment, withCardPages } from "./payBy.tsx";
import { wantedPayment } from "./wanted.server.ts";

/** The phone is for M-Pesa only, and ignored for other ways to pay. */
const schema = z.discriminatedUnion("method", [
  z.object({ method: z.literal("mpesa"), phone: payerPhone, key: formKey }),
  z.object({ method: z.enum(paymentMethods).exclude(["mpesa"]), key: formKey }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.billing_pay_invoice_page_title() }];

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ request, context, params: { invoiceId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [{ document }, { methods, cardPages }] = await Promise.all([
    api("GET /billing/invoices/:invoiceId", { invoiceId }),
    api("GET /top-up", {}),
  ]);
  const wanted = wantedPayment(request);
  return withCardPages({ document, methods, wanted, key: crypto.randomUUID() }, cardPages);
}

export const action = formAction(
  schema,
  async ({ value, api, request }, { params: { invoiceId } }: Route.ActionArgs) =>
    startPayment(api, { ...value, invoiceId }, new URL(request.url).search),
);

export default function PayInvoice({ loaderData, actionData }: Route.ComponentProps) {
  const { document, methods, wanted, key } = loaderData;
  const user = useRoot()?.user;
  const result = actionData?.result;
  const openCents = document.totalCents - document.creditedCents;
  return (
    <>
      <PageHeader
        title={m.billing_pay_invoice_title({ number: document.number ?? "" })}
        description={m.billing_pay_invoice_lead({
          description: document.description,
          open: formatKes(openCents),
        })}
      />
      <Card className="max-w-xl">
        <Form method="post" noValidate className="grid gap-4">
          <ErrorSummary errors={problemsOf(result)} />
          <PayBy
            methods={methods}
            method={methods.find((method) => method === wanted.method)}
            phone={wanted.phone ?? user?.phoneNumber}
            formKey={key}
            result={result}
          />
          <FormActions
            submitLabel={m.billing_pay_invoice_pay_button({ open: formatKes(openCents) })}
            cancelTo={href("/billing/invoices/:invoiceId", { invoiceId: document.id })}
          />
        </Form>
      </Card>
    </>
  );
}
