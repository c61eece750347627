import { href, Form as StepForm } from "react-router";
import { refundForm } from "#app/domain/sales/payments/schemas.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { RadioGroupField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, failed, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/refund";

export const meta: Route.MetaFunction = () => [{ title: m.receipts_refund_link() }];

/** First the way and the note, by a plain GET form; then the question. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const found = await orThrowPage(context.get(apiContext)("GET /till-payments/:tillPaymentId", params));
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const read = refundForm.safeParse(query);
  return {
    ...found,
    due: found.refunds.find(({ id, state }) => id === query.refundId && state === "due"),
    typed: { way: query.way ?? "", part: query.part ?? "", note: query.note ?? "" },
    refund: read.success ? read.data : null,
    problems:
      query.way === undefined || read.success
        ? []
        : read.error.issues.map(({ path, message }) => ({ id: String(path[0]), text: message })),
  };
}

export const action = formAction(refundForm, async ({ typed, api }, { params }: Route.ActionArgs) => {
  const { state } = await api("POST /till-payments/:tillPaymentId/refund", { ...typed, ...params });
  const to = href("/payments/:tillPaymentId", params);
  if (state === "failed") return failed(to, m.receipts_refund_refused());
  return done(to, state === "done" ? m.receipts_refund_noted() : m.receipts_refund_sent_done());
});

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  const { payment, refund, due } = loaderData;
  if (!refund) return <Choose shown={loaderData} />;
  const wholeCents = payment.amountCents - payment.refundedCents - payment.dueCents;
  const restCents = refund.part === "rest" && refund.way === "by_hand" ? payment.creditCents : wholeCents;
  const cents = due?.amountCents ?? restCents;
  const values = { amount: formatKes(cents), receipt: payment.receipt };
  return (
    <ConfirmPage
      title={m.receipts_refund_title(values)}
      answer={actionData}
      confirm={{
        label: refund.way === "reversal" ? m.receipts_refund_button() : m.receipts_refund_note_button(),
      }}
      keep={{
        label: m.common_cancel(),
        to: href("/payments/:tillPaymentId", { tillPaymentId: payment.id }),
      }}
    >
      <p>
        {refund.way === "reversal"
          ? m.receipts_refund_reversal_text(values)
          : m.receipts_refund_by_hand_text(values)}
      </p>
      <p className="wrap-anywhere">{refund.note}</p>
      <input type="hidden" name="refundId" value={refund.refundId} />
      <input type="hidden" name="way" value={refund.way} />
      <input type="hidden" name="part" value={refund.part} />
      <input type="hidden" name="note" value={refund.note} />
    </ConfirmPage>
  );
}

function Choose({ shown }: { shown: Route.ComponentProps["loaderData"] }) {
  const { payment, due, typed, problems } = shown;
  // M-Pesa reverses a payment as a whole.
  const canReverse =
    shown.canReverse && (due?.amountCents ?? payment.amountCents - payment.dueCents) === payment.amountCents;
  const tillPaymentId = payment.id;
  const errorOf = (name: string) => problems.find(({ id }) => id === name)?.text;
  const hasRest = !due && payment.creditCents > 0 && payment.creditCents < payment.amountCents;
  return (
    <>
      <PageHeader title={m.receipts_refund_link()} description={m.receipts_refund_lead()} />
      <Card className="max-w-2xl">
        <StepForm
          action={href("/payments/:tillPaymentId/refund", { tillPaymentId })}
          noValidate
          className="grid gap-5"
        >
          <ErrorSummary errors={problems} />
          {due && <input type="hidden" name="refundId" value={due.id} />}
          <RadioGroupField
            name="way"
            label={m.receipts_refund_way()}
            error={errorOf("way")}
            defaultValue={typed.way || (canReverse ? "reversal" : "by_hand")}
            look="cards"
            options={[
              ...(canReverse
                ? [
                    {
                      value: "reversal",
                      label: m.receipts_way_reversal(),
                      hint: m.receipts_way_reversal_hint(),
                    },
                  ]
                : []),
              { value: "by_hand", label: m.receipts_way_by_hand(), hint: m.receipts_way_by_hand_hint() },
            ]}
          />
          {hasRest && (
            <RadioGroupField
              name="part"
              label={m.receipts_refund_part()}
              defaultValue={typed.part || "rest"}
              options={[
                { value: "rest", label: m.receipts_part_rest({ amount: formatKes(payment.creditCents) }) },
                { value: "whole", label: m.receipts_part_whole() },
              ]}
            />
          )}
          <TextareaField
            name="note"
            label={m.common_note()}
            error={errorOf("note")}
            hint={m.receipts_refund_note_hint()}
            defaultValue={
              typed.note || (due?.order ? m.orders_order_title({ number: String(due.order) }) : "")
            }
            maxLength={300}
            rows={3}
            required
          />
          <FormActions
            submitLabel={m.common_continue()}
            cancelTo={href("/payments/:tillPaymentId", { tillPaymentId })}
          />
        </StepForm>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
