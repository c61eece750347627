import { isAccountNumber, readAccountNumber } from "#app/domain/money/payments/accountNumbers.ts";

/**
 * The answer to a validation, before the money moves: only an account number whose check letter is wrong is
 * refused, so that the payer corrects it at once. Anything else is accepted, and matched afterwards.
 */
export function answerValidation(typed: string): { ResultCode: string; ResultDesc: string } {
  const number = readAccountNumber(typed);
  const looksLikeOurs = /^\d{7}[A-Z]$/.test(number);
  return looksLikeOurs && !isAccountNumber(number)
    ? { ResultCode: "C2B00012", ResultDesc: "Rejected" }
    : { ResultCode: "0", ResultDesc: "Accepted" };
}
