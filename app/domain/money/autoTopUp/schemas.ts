import { z } from "zod";
import { formatKes } from "#app/platform/money.ts";
import { payerPhone, topUpAmountKes } from "../payments/schemas.ts";

const kes = (min: number, max: number, what: string) =>
  z
    .string({ error: "Enter an amount in KES" })
    .or(z.number().transform(String))
    .transform((text) => text.trim().replaceAll(",", ""))
    .pipe(z.string().regex(/^\d{1,9}$/, "Enter whole shillings, with digits alone"))
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, `${what} is at least ${formatKes(min * 100)}`)
        .max(max, `${what} is at most ${formatKes(max * 100)}`),
    );

/** How a wallet fills itself. */
export const autoTopUpForm = z
  .object({
    isOn: z.enum(["on", "off"], "Choose whether it is on"),
    thresholdKes: kes(50, 1_000_000, "The balance"),
    amountKes: topUpAmountKes,
    dailyCapKes: kes(10, 500_000, "The cap"),
    phone: payerPhone,
  })
  .superRefine(({ amountKes, dailyCapKes }, check) => {
    if (dailyCapKes < amountKes)
      check.addIssue({
        code: "custom",
        path: ["dailyCapKes"],
        message: "The cap of a day is at least one top-up",
      });
  });
export type AutoTopUpForm = z.output<typeof autoTopUpForm>;
