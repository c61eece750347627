import { payerPhone, topUpAmountKes } from "#app/domain/money/payments/schemas.ts";
import { paymentMethods } from "#app/domain/money/words.ts";

/** Amount, method and phone of the address: those of a payment that is tried again. */
export function wantedPayment(request: Request) {
  const query = new URL(request.url).searchParams;
  return {
    kes: topUpAmountKes.safeParse(query.get("amount") ?? "").data,
    method: paymentMethods.find((method) => method === query.get("method")),
    phone: payerPhone.safeParse(query.get("phone") ?? "").data,
  };
}
