import { byLocale, numbersIn } from "#app/platform/locale/byLocale.ts";
import { currentLocale } from "#app/platform/locale/locale.ts";

/** Amounts are integer KES cents everywhere; this file is the only place that turns them into text. */
const kes = byLocale(
  (locale) =>
    new Intl.NumberFormat(numbersIn[locale], { style: "currency", currency: "KES", currencyDisplay: "code" }),
);

/** `123456` → `KES 1,234.56`, `-5000` → `−KES 50.00`, with a non-breaking space. */
export function formatKes(amountCents: number): string {
  return kes()
    .format(amountCents / 100)
    .replace(/\s/g, "\u00a0")
    .replace("-", "−");
}

const short = byLocale(
  (locale) => new Intl.NumberFormat(numbersIn[locale], { notation: "compact", maximumFractionDigits: 1 }),
);

/** Approximate shillings, for little room with the currency named elsewhere: `123456700` → `1.2M`. */
export const shortKes = (amountCents: number): string => short().format(amountCents / 100);

const rate = byLocale(
  (locale) =>
    new Intl.NumberFormat(numbersIn[locale], { minimumFractionDigits: 2, maximumFractionDigits: 4 }),
);

/** An exchange rate in ten-thousandths of a shilling: `1295000` → `KES 129.50`. */
export const formatRate = (tenThousandths: number): string =>
  `KES\u00a0${rate().format(tenThousandths / 10_000)}`;

/** Decimal text in any currency, as written: `"630.5"`, `"KES"` → `KES 630.50`. */
export const formatAmount = (amount: string, currency: string): string =>
  new Intl.NumberFormat(numbersIn[currentLocale()], { style: "currency", currency, currencyDisplay: "code" })
    .format(amount as `${number}`)
    .replace(/\s/g, "\u00a0");
