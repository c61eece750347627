import { z } from "zod";
import { centsOf, paybillNotice, storable } from "#app/domain/money/payments/notices.ts";

const text = z.union([z.string(), z.number()]).transform(String).catch("");
const more = z.object({
  MSISDN: text.default(""),
  FirstName: text.default(""),
  MiddleName: text.default(""),
  LastName: text.default(""),
  OrgAccountBalance: text.default(""),
});

/**
 * A payment at a till or paybill of an organisation (docs/facts/mpesa-daraja.md §3). The payer stays as M-Pesa
 * sent it: masked, or hashed by version 1; their name as far as it was sent.
 */
export const tillNotice = z.unknown().transform((body, context) => {
  const payment = paybillNotice.safeParse(body);
  const rest = more.safeParse(body);
  if (!payment.success || !rest.success) {
    context.addIssue({ code: "custom", message: "not what M-Pesa sends" });
    return z.NEVER;
  }
  const { MSISDN, FirstName, MiddleName, LastName, OrgAccountBalance } = rest.data;
  return {
    ...payment.data,
    payer: storable(MSISDN.trim(), 64),
    payerName: storable([FirstName, MiddleName, LastName].join(" ").replaceAll(/\s+/g, " ").trim(), 100),
    balanceCents: centsOf(OrgAccountBalance),
  };
});
