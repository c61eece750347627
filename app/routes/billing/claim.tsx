import { href, redirect } from "react-router";
import { z } from "zod";
import { mpesaReceipt, topUpAmountKes } from "#app/domain/money/payments/schemas.ts";
import { formatKes } from "#app/platform/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { readSubmission } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { refuse } from "#app/web/submission.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/claim";

const schema = z.object({ receipt: mpesaReceipt, amountKes: topUpAmountKes });

export const meta: Route.MetaFunction = () => [{ title: "Find a payment" }];

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  try {
    const { amountCents } = await context.get(apiContext)("POST /payments/claim", submission.value);
    const text = `${formatKes(amountCents)} is in your wallet.`;
    return redirect(href("/billing"), { headers: withToast({ kind: "success", text }) });
  } catch (error) {
    return refuse(submission, error);
  }
}

/** A payment at the paybill with a wrong account number waits until its payer claims it. */
export default function ClaimPayment({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <>
      <PageHeader
        title="Find a payment"
        description="Paid at the paybill with a wrong account number? Enter what the M-Pesa message says."
      />
      <Card className="max-w-xl">
        <Form method="post" noValidate className="grid gap-4">
          <ErrorSummary errors={problemsOf(result)} />
          <Field
            label="M-Pesa code"
            name="receipt"
            autoComplete="off"
            maxLength={20}
            hint="The first word of the message, like UKL7RT61SV"
            defaultValue={typedOr(result, "receipt", "")}
            error={errorAt(result, "receipt")}
          />
          <Field
            label="Amount in KES"
            name="amountKes"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={typedOr(result, "amountKes", "")}
            error={errorAt(result, "amountKes")}
          />
          <p className="row-actions">
            <Button>Add it to my wallet</Button>
            <ButtonLink to={href("/billing")} variant="quiet">
              Cancel
            </ButtonLink>
          </p>
        </Form>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
