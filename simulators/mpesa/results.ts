/** Result codes of a prompt with M-Pesa's texts (docs/facts/mpesa-daraja.md §2.1). */
export const resultWords: Record<string, string> = {
  "0": "The service request is processed successfully.",
  "1": "The balance is insufficient for the transaction.",
  "2": "Declined due to limit rule: less than the minimum transaction amount.",
  "3": "Declined due to limit rule: greater than the maximum transaction amount.",
  "4": "Declined due to limit rule: would exceed the daily transfer limit.",
  "8": "Declined due to limit rule: would exceed the maximum account balance.",
  "17": "Rule limited.",
  "1001": "Unable to lock subscriber, a transaction is already in process for the current subscriber",
  "1019": "Transaction has expired",
  "1025": "An error occurred while sending a push request",
  "1032": "Request cancelled by user",
  "1037": "DS timeout user cannot be reached",
  "2001": "The initiator information is invalid.",
  "2028": "The request is not permitted according to product assignment",
  SFC_IC0003: "The operator does not exist.",
  "9999": "An error occurred while sending a push request",
};

/** The possible actions of the payer at the phone. */
export const answers = { accept: "0", refuse: "1032", timeout: "1037", "wrong-pin": "2001" } as const;
export type Answer = keyof typeof answers;

export const scenarios = [
  "lost",
  "late",
  "double",
  "forged",
  "other-amount",
  "other-phone",
  "before-ack",
  "drop-answer",
  "http500",
  "spike",
  "no-balance-value",
  "pending-query",
] as const;
/** The fault of one prompt, by `POST /_sim/faults` or by a magic number. */
export type Scenario = (typeof scenarios)[number];

const byEnding: Record<string, Scenario> = {
  "9001": "lost",
  "9002": "late",
  "9003": "double",
  "9004": "forged",
  "9005": "other-amount",
  "9006": "other-phone",
  "9007": "before-ack",
  "9008": "drop-answer",
  "9009": "http500",
};

/**
 * Numbers 2547 0090 xxxx respond automatically: the last four digits are the result code (0000 accepts, 1032
 * refuses, 0001 has too little money), or from 9001 on a payment with the fault of that number.
 */
export function magicOf(msisdn: string): { resultCode: string; scenario: Scenario | undefined } | undefined {
  const ending = /^25470090(\d{4})$/.exec(msisdn)?.[1];
  if (ending === undefined) return undefined;
  const scenario = byEnding[ending];
  return { resultCode: scenario ? "0" : String(Number(ending)), scenario };
}
