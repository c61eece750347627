import { z } from "zod";
import { formatKes } from "#app/platform/money/money.ts";
import { m } from "#messages";
import { payerPhone, topUpAmountKes } from "../payments/schemas.ts";

type Limit = (values: { limit: string }) => string;
const kes = (min: number, max: number, atLeast: Limit, atMost: Limit) =>
  z
    .string({ error: m.checks_payment_amount_required })
    .or(z.number().transform(String))
    .transform((text) => text.trim().replaceAll(",", ""))
    .pipe(z.string().regex(/^\d{1,9}$/, { error: m.checks_payment_amount_whole }))
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, { error: () => atLeast({ limit: formatKes(min * 100) }) })
        .max(max, { error: () => atMost({ limit: formatKes(max * 100) }) }),
    );

/** The settings of automatic top-up. */
export const autoTopUpForm = z
  .object({
    isOn: z.enum(["on", "off"], { error: m.checks_auto_top_up_state_required }),
    thresholdKes: kes(
      50,
      1_000_000,
      m.checks_auto_top_up_threshold_too_small,
      m.checks_auto_top_up_threshold_too_large,
    ),
    amountKes: topUpAmountKes,
    dailyCapKes: kes(10, 500_000, m.checks_auto_top_up_cap_too_small, m.checks_auto_top_up_cap_too_large),
    phone: payerPhone,
  })
  .superRefine(({ amountKes, dailyCapKes }, check) => {
    if (dailyCapKes < amountKes)
      check.addIssue({
        code: "custom",
        path: ["dailyCapKes"],
        message: m.checks_auto_top_up_cap_below_amount(),
      });
  });
export type AutoTopUpForm = z.output<typeof autoTopUpForm>;
