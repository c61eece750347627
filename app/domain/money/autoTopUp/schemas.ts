import { z } from "zod";
import { formatKes } from "#app/platform/money/money.ts";
import { m } from "#messages";
import { payerPhone, topUpAmountKes } from "../payments/schemas.ts";

type Limit = (values: { limit: string }) => string;
const kes = (min: number, max: number, atLeast: Limit, atMost: Limit) =>
  z
    .string({ error: m.checks_enter_an_amount_in_kes_2 })
    .or(z.number().transform(String))
    .transform((text) => text.trim().replaceAll(",", ""))
    .pipe(z.string().regex(/^\d{1,9}$/, { error: m.checks_enter_whole_shillings_with_digits_alone }))
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, { error: () => atLeast({ limit: formatKes(min * 100) }) })
        .max(max, { error: () => atMost({ limit: formatKes(max * 100) }) }),
    );

/** How a wallet fills itself. */
export const autoTopUpForm = z
  .object({
    isOn: z.enum(["on", "off"], { error: m.checks_choose_whether_it_is_on }),
    thresholdKes: kes(50, 1_000_000, m.checks_the_balance_is_at_least, m.checks_the_balance_is_at_most),
    amountKes: topUpAmountKes,
    dailyCapKes: kes(10, 500_000, m.checks_the_cap_is_at_least, m.checks_the_cap_is_at_most),
    phone: payerPhone,
  })
  .superRefine(({ amountKes, dailyCapKes }, check) => {
    if (dailyCapKes < amountKes)
      check.addIssue({
        code: "custom",
        path: ["dailyCapKes"],
        message: m.checks_the_cap_of_a_day_is(),
      });
  });
export type AutoTopUpForm = z.output<typeof autoTopUpForm>;
