import type { SubmissionResult } from "@conform-to/react";
import { data, href, redirect } from "react-router";
import type { ApiClient } from "#app/api/client.server.ts";
import type { NewPayment } from "#app/domain/money/payments/schemas.ts";
import { readablePhone } from "#app/platform/readablePhone.ts";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { errorAt, typedOr } from "#app/web/problems.ts";

type Method = NewPayment["method"];

const methodWords: Record<Method, { label: string; hint: string }> = {
  mpesa: { label: "M-Pesa", hint: "A request comes to your phone; you enter your PIN there." },
  card: { label: "Card", hint: "On the card provider’s page; we never see your card. No fee is added." },
  bank: { label: "Bank transfer", hint: "You get a reference. It takes one to two working days." },
};

/** A loader's answer for a page whose form may lead to the card provider's, which widens the page's policy. */
export const withCardPages = <Shown extends object>(shown: Shown, cardPages: string | null) =>
  data(shown, { headers: cardPages ? { "x-csp-form-action": cardPages } : {} });

/** Starts a payment and leads to where it goes on: the card provider's page, or our own page of the payment. */
export async function startPayment(api: ApiClient, payment: NewPayment, search: string) {
  const { paymentId, pageUrl } = await api("POST /payments", payment);
  return redirect(pageUrl ?? `${href("/billing/payments/:paymentId", { paymentId })}${search}`);
}

/** How one pays: the same for the wallet and for an invoice. */
export function PayBy({
  methods,
  phone,
  formKey,
  result,
}: {
  methods: Method[];
  /** The member's own number, to begin with. */
  phone: string | null | undefined;
  formKey: string;
  result: SubmissionResult<string[]> | undefined;
}) {
  return (
    <>
      <input type="hidden" name="key" value={typedOr(result, "key", formKey)} />
      <RadioGroupField
        label="Pay by"
        name="method"
        defaultValue={typedOr(result, "method", methods[0]!)}
        error={errorAt(result, "method")}
        options={methods.map((method) => ({ value: method, ...methodWords[method] }))}
      />
      {methods.includes("mpesa") && (
        <Field
          label="M-Pesa number"
          name="phone"
          type="tel"
          autoComplete="tel"
          hint="For M-Pesa: the phone that gets the request"
          defaultValue={typedOr(result, "phone", phone ? readablePhone(phone) : "")}
          error={errorAt(result, "phone")}
        />
      )}
    </>
  );
}
