import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, useLocation } from "react-router";
import { z } from "zod";
import { payerPhone, topUpAmountKes } from "#app/domain/money/payments/schemas.ts";
import { idempotencyKey } from "#app/domain/money/schemas.ts";
import { paymentMethods, topUpKes, topUpPresets } from "#app/domain/money/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/topUp";
import { PayBy, startPayment, withCardPages } from "./payBy.tsx";

const own = "own";

const common = {
  amount: z.enum([...topUpPresets.map(String), own]),
  ownAmount: z.string().optional(),
  key: idempotencyKey,
};

/** The phone is for M-Pesa only, and ignored for other ways to pay. */
const schema = z
  .discriminatedUnion("method", [
    z.object({ ...common, method: z.literal("mpesa"), phone: payerPhone }),
    z.object({ ...common, method: z.enum(paymentMethods).exclude(["mpesa"]) }),
  ])
  .transform(({ amount, ownAmount, ...rest }, check) => {
    const read = topUpAmountKes.safeParse(amount === own ? (ownAmount ?? "") : amount);
    if (read.success) return { ...rest, amountKes: read.data };
    for (const { message } of read.error.issues)
      check.addIssue({ code: "custom", path: ["ownAmount"], message });
    return z.NEVER;
  });

export const handle = { covers: true };

export const meta: Route.MetaFunction = () => [{ title: m.common_top_up_the_wallet() }];

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ context }: Route.LoaderArgs) {
  const options = await orThrowPage(context.get(apiContext)("GET /top-up", {}));
  return withCardPages({ ...options, key: crypto.randomUUID() }, options.cardPages);
}

export const action = formAction(schema, async ({ value, api, request }) =>
  startPayment(api, value, new URL(request.url).search),
);

export default function TopUp({ loaderData, actionData }: Route.ComponentProps) {
  const { methods, paybill, key } = loaderData;
  const { search } = useLocation();
  const result = useLastAnswer(actionData)?.result;
  const user = useRoot()?.user;
  const closeTo = `${href("/billing")}${search}`;
  return (
    <Modal title={m.common_top_up_the_wallet()} closeTo={closeTo} size="sm">
      {methods.length === 0 ? (
        <Notice>{m.billing_top_up_no_method_notice()}</Notice>
      ) : (
        <Form method="post" noValidate className="grid gap-4">
          <ErrorSummary errors={problemsOf(result)} />
          <RadioGroupField
            {...fieldProps(result, "amount", String(topUpPresets[0]))}
            label={m.common_amount()}
            options={[
              ...topUpPresets.map((amount) => ({
                value: String(amount),
                label: formatKes(amount * 100),
              })),
              { value: own, label: m.billing_top_up_other_amount() },
            ]}
          />
          <Field
            {...fieldProps(result, "ownAmount")}
            label={m.billing_top_up_own_amount_label()}
            inputMode="numeric"
            autoComplete="off"
            hint={m.billing_amount_range_hint({
              least: formatCount(topUpKes.least),
              most: formatCount(topUpKes.most),
            })}
          />
          <PayBy methods={methods} phone={user?.phoneNumber} formKey={key} result={result} />
          {paybill && (
            <p className="text-muted text-sm">
              <ParaglideMessage
                message={m.billing_top_up_paybill_text}
                markup={{
                  paybill: () => <strong>{paybill.shortcode}</strong>,
                  account: () => <strong>{paybill.accountNumber}</strong>,
                }}
              />
            </p>
          )}
          <FormActions submitLabel={m.billing_top_up_pay_button()} cancelTo={closeTo} />
        </Form>
      )}
    </Modal>
  );
}

export { ScreenError as ErrorBoundary };
