/** Amounts are integer KES cents everywhere; this file is the only place that turns them into text. */
const kes = new Intl.NumberFormat("en-KE", { style: "currency", currency: "KES", currencyDisplay: "code" });

/** `123456` → `KES 1,234.56`, `-5000` → `−KES 50.00`; the blank is one at which no line breaks. */
export function formatKes(amountCents: number): string {
  return kes
    .format(amountCents / 100)
    .replace(/\s/g, "\u00a0")
    .replace("-", "−");
}
