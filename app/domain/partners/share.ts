/**
 * The share of an amount, in whole cents. What is left of a cent is carried to the next amount of the same partner (`carry`,
 * in hundredths of a cent, 0 to 99), so that all shares together are never a cent off the percentage of all amounts.
 * Corrections are negative amounts.
 */
export function shareOf(
  amountCents: number,
  percent: number,
  carry: number,
): { shareCents: number; carry: number } {
  const hundredths = amountCents * percent + carry;
  const shareCents = Math.floor(hundredths / 100);
  return { shareCents, carry: hundredths - shareCents * 100 };
}

/** `+254712345678` → `+25471•••678`. */
export const maskedPhone = (phone: string): string => {
  const digits = phone.replace(/[^\d+]/g, "");
  return digits.length < 9 ? "" : `${digits.slice(0, 6)}•••${digits.slice(-3)}`;
};
