import { data, href, redirect } from "react-router";
import type { ApiClient } from "#app/api/client.server.ts";
import type { NewPayment } from "#app/domain/money/payments/schemas.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { type FormResult, fieldProps, fieldValue } from "#app/web/fields.ts";
import { m } from "#messages";
import { fromQuery } from "./fromQuery.ts";

type Method = NewPayment["method"];

const methodNames: Record<Method, string> = lazy({
  mpesa: "M-Pesa",
  card: m.common_card,
  bank: m.common_bank_transfer,
});

/** Shown for the chosen method only; a browser without `:has` shows them all. */
const onlyFor: Record<Method, string> = {
  mpesa: "group-not-has-[[value=mpesa]:checked]/method:hidden",
  card: "group-not-has-[[value=card]:checked]/method:hidden",
  bank: "group-not-has-[[value=bank]:checked]/method:hidden",
};

/** Loader data for a page whose form may redirect to the card provider, which widens the page's policy. */
export const withCardPages = <Shown extends object>(shown: Shown, cardPages: string | null) =>
  data(shown, { headers: cardPages ? { "x-csp-form-action": cardPages } : {} });

/** Starts a payment and redirects to the card provider's page, or our own page of the payment. */
export async function startPayment(api: ApiClient, payment: NewPayment, search: string) {
  const { paymentId, pageUrl } = await api("POST /payments", payment);
  return redirect(pageUrl ?? `${href("/billing/payments/:paymentId", { paymentId })}${fromQuery(search)}`);
}

/** The ways to pay: the same for the wallet and for an invoice. */
export function PayBy({
  methods,
  method = methods[0]!,
  phone,
  formKey,
  result,
}: {
  methods: Method[];
  /** The one that is chosen by default. */
  method?: Method | undefined;
  /** By default, the member's own number. */
  phone: string | null | undefined;
  formKey: string;
  result: FormResult;
}) {
  return (
    <div className="group/method grid gap-4">
      <input type="hidden" name="key" value={fieldValue(result, "key", formKey)} />
      <RadioGroupField
        {...fieldProps(result, "method", method)}
        label={m.billing_pay_by_method_label()}
        look="chips"
        options={methods.map((value) => ({ value, label: methodNames[value] }))}
      />
      {methods.includes("mpesa") && (
        <Field
          {...fieldProps(result, "phone", phone ? readablePhone(phone) : "")}
          className={onlyFor.mpesa}
          label={m.common_mpesa_number()}
          type="tel"
          autoComplete="tel"
          hint={m.billing_pay_by_phone_hint()}
        />
      )}
      {methods.includes("card") && <p className={`hint ${onlyFor.card}`}>{m.billing_pay_by_card_hint()}</p>}
      {methods.includes("bank") && <p className={`hint ${onlyFor.bank}`}>{m.billing_pay_by_bank_hint()}</p>}
    </div>
  );
}
