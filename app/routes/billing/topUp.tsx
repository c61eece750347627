import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { useState } from "react";
import { href, useLocation } from "react-router";
import { z } from "zod";
import { payerPhone, topUpAmountKes } from "#app/domain/money/payments/schemas.ts";
import { paymentMethods, topUpKes, topUpPresets } from "#app/domain/money/words.ts";
import { formKey } from "#app/platform/forms/formKey.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formAction } from "#app/web/action.server.ts";
import { queryWith } from "#app/web/address.ts";
import { type FormResult, fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { useIsHydrated } from "#app/web/useIsHydrated.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/topUp";
import { PayBy, startPayment, withCardPages } from "./payBy.tsx";
import { wantedPayment } from "./wanted.server.ts";

const own = "own";

const common = {
  amount: z.enum([...topUpPresets.map(String), own]),
  ownAmount: z.string().optional(),
  key: formKey,
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

export async function loader({ request, context }: Route.LoaderArgs) {
  const options = await pageApi(context)("GET /top-up", {});
  const { kes = topUpPresets[0], ...rest } = wantedPayment(request);
  const isPreset = topUpPresets.some((preset) => preset === kes);
  const wanted = {
    ...rest,
    kes: kes as number,
    amount: isPreset ? String(kes) : own,
    ownAmount: isPreset ? "" : String(kes),
  };
  return withCardPages({ ...options, wanted, key: crypto.randomUUID() }, options.cardPages);
}

export const action = formAction(schema, async ({ value, api, request }) =>
  startPayment(api, value, new URL(request.url).search),
);

/** The chosen shillings; null unless they are whole. */
function kesOf(form: FormData): number | null {
  const chosen = String(form.get("amount"));
  const typed = chosen === own ? String(form.get("ownAmount")).replaceAll(/[\s,]/g, "") : chosen;
  return /^\d{1,9}$/.test(typed) ? Number(typed) : null;
}

export default function TopUp({ loaderData, actionData }: Route.ComponentProps) {
  const { methods, paybill, wanted, key } = loaderData;
  const { search } = useLocation();
  const result = useLastAnswer(actionData)?.result;
  const user = useRoot()?.user;
  const [kes, setKes] = useState<number | null>(wanted.kes);
  const isHydrated = useIsHydrated();
  const closeTo = `${href("/billing")}${queryWith(search, { amount: null, method: null, phone: null })}`;
  return (
    <Modal title={m.common_top_up_the_wallet()} closeTo={closeTo} size="sm">
      {methods.length === 0 ? (
        <Notice>{m.billing_top_up_no_method_notice()}</Notice>
      ) : (
        <Form
          method="post"
          noValidate
          className="grid gap-4"
          onChange={({ currentTarget }) => setKes(kesOf(new FormData(currentTarget)))}
        >
          <ErrorSummary errors={problemsOf(result)} />
          <Amount result={result} wanted={wanted} />
          <PayBy
            methods={methods}
            method={methods.find((method) => method === wanted.method)}
            phone={wanted.phone ?? user?.phoneNumber}
            formKey={key}
            result={result}
          />
          {paybill && (
            <p className="hint">
              <ParaglideMessage
                message={m.billing_top_up_paybill_text}
                markup={{
                  paybill: () => <strong>{paybill.shortcode}</strong>,
                  account: () => <strong>{paybill.accountNumber}</strong>,
                }}
              />
            </p>
          )}
          <FormActions
            submitLabel={
              isHydrated && kes !== null
                ? m.billing_top_up_pay_amount_button({ amount: formatCount(kes) })
                : m.billing_top_up_pay_button()
            }
            cancelTo={closeTo}
          />
        </Form>
      )}
    </Modal>
  );
}

/** The usual amounts, and a field for any other, shown once it is chosen. */
const Amount = ({
  result,
  wanted,
}: {
  result: FormResult;
  wanted: Route.ComponentProps["loaderData"]["wanted"];
}) => (
  <div className="group/amount grid gap-3">
    <RadioGroupField
      {...fieldProps(result, "amount", wanted.amount)}
      label={m.billing_top_up_amount_label()}
      look="chips"
      options={[
        ...topUpPresets.map((amount) => ({ value: String(amount), label: formatCount(amount) })),
        { value: own, label: m.billing_top_up_other() },
      ]}
    />
    <Field
      {...fieldProps(result, "ownAmount", wanted.ownAmount)}
      className="group-not-has-[[value=own]:checked]/amount:hidden"
      label={m.billing_top_up_own_amount_label()}
      inputMode="numeric"
      autoComplete="off"
      hint={m.billing_amount_range_hint({
        least: formatCount(topUpKes.least),
        most: formatCount(topUpKes.most),
      })}
    />
  </div>
);
