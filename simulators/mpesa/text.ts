import { randomBytes, randomInt, randomUUID } from "node:crypto";

/** `YYYYMMDDHHmmss` in Nairobi, which is UTC+3 all the year. */
export const eatTimestamp = (atMs: number): string =>
  new Date(atMs + 3 * 3_600_000).toISOString().slice(0, 19).replace(/\D/g, "");

/** `21.11.2026 12:13:25` in Nairobi, as results write it. */
export function eatDotted(atMs: number): string {
  const [day, time] = new Date(atMs + 3 * 3_600_000).toISOString().slice(0, 19).split("T") as [
    string,
    string,
  ];
  return `${day.split("-").reverse().join(".")} ${time}`;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** Ten upper-case letters and digits. */
export const newReceipt = (): string =>
  `U${Array.from({ length: 9 }, () => letters[randomInt(letters.length)]).join("")}`;

export const newMerchantRequestId = () => `${randomBytes(2).toString("hex")}-${randomUUID().slice(9)}`;

export const newCheckoutRequestId = (atMs: number, msisdn: string) =>
  `ws_CO_${eatTimestamp(atMs)}${randomInt(100_000, 999_999)}${msisdn.slice(-9)}`;

export const newConversationId = (atMs: number) =>
  `AG_${eatTimestamp(atMs).slice(0, 8)}_${randomBytes(10).toString("hex")}`;

/** The payer as in C2B v2. */
export const maskedMsisdn = (msisdn: string) => `${msisdn.slice(0, 4)} ***** ${msisdn.slice(-3)}`;
