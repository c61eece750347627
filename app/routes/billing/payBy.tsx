import { data, href, redirect } from "react-router";
import type { ApiClient } from "#app/api/client.server.ts";
import type { NewPayment } from "#app/domain/money/payments/schemas.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { type FormResult, fieldProps, fieldValue } from "#app/web/fields.ts";
import { m } from "#messages";

type Method = NewPayment["method"];

const methodWords: Record<Method, { label: string; hint: string }> = lazy({
  mpesa: { label: "M-Pesa", hint: m.billing_pay_by_mpesa_hint },
  card: { label: m.common_card, hint: m.billing_pay_by_card_hint },
  bank: { label: m.common_bank_transfer, hint: m.billing_pay_by_bank_hint },
});

/** Loader data for a page whose form may redirect to the card provider, which widens the page's policy. */
export const withCardPages = <Shown extends object>(shown: Shown, cardPages: string | null) =>
  data(shown, { headers: cardPages ? { "x-csp-form-action": cardPages } : {} });

/** Starts a payment and redirects to the card provider's page, or our own page of the payment. */
export async function startPayment(api: ApiClient, payment: NewPayment, search: string) {
  const { paymentId, pageUrl } = await api("POST /payments", payment);
  return redirect(pageUrl ?? `${href("/billing/payments/:paymentId", { paymentId })}${search}`);
}

/** The ways to pay: the same for the wallet and for an invoice. */
export function PayBy({
  methods,
  phone,
  formKey,
  result,
}: {
  methods: Method[];
  /** The member's own number, by default. */
  phone: string | null | undefined;
  formKey: string;
  result: FormResult;
}) {
  return (
    <>
      <input type="hidden" name="key" value={fieldValue(result, "key", formKey)} />
      <RadioGroupField
        {...fieldProps(result, "method", methods[0]!)}
        label={m.billing_pay_by_method_label()}
        options={methods.map((method) => ({ value: method, ...methodWords[method] }))}
      />
      {methods.includes("mpesa") && (
        <Field
          {...fieldProps(result, "phone", phone ? readablePhone(phone) : "")}
          label={m.common_mpesa_number()}
          type="tel"
          autoComplete="tel"
          hint={m.billing_pay_by_phone_hint()}
        />
      )}
    </>
  );
}
