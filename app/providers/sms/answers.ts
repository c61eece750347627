import { z } from "zod";
import type { SmsAnswer, SmsRefusal } from "#app/platform/gates/sms.ts";

const recipient = z.object({
  statusCode: z.coerce.number().int(),
  status: z.coerce.string().default(""),
  cost: z.coerce.string().default(""),
  messageId: z.coerce.string().default("None"),
});

/** Of both calls that send; a refusal of the whole call has no recipients and a sentence. */
export const sendAnswer = z.object({
  SMSMessageData: z.object({
    Message: z.coerce.string().default(""),
    Recipients: z.array(recipient).default([]),
  }),
});

const taken = new Set([100, 101, 102]);
const reasons: Readonly<Record<number, SmsRefusal>> = {
  401: "account",
  402: "sender_name",
  403: "number",
  404: "number",
  405: "account",
  406: "opted_out",
  407: "network",
  409: "opted_out",
  500: "network",
  501: "network",
  502: "network",
};

/** `KES 0.8000` as cents, rounded up; null for other currencies. */
export function costCentsOf(cost: string): number | null {
  const amount = /^KES\s+(\d+(?:\.\d+)?)$/.exec(cost.trim())?.[1];
  return amount === undefined ? null : Math.ceil(Number(amount) * 100 - 1e-6);
}

/** The answer to a call with one recipient (docs/facts/sms.md §1). */
export function answerOf(status: number, body: unknown): SmsAnswer {
  if (status === 429) return { outcome: "not_sent", message: "too many calls" };
  if (status === 401 || status === 403)
    return { outcome: "refused", reason: "account", code: String(status) };
  const read = sendAnswer.safeParse(body);
  const first = read.data?.SMSMessageData.Recipients[0];
  if (first && taken.has(first.statusCode) && first.messageId !== "None")
    return { outcome: "accepted", providerId: first.messageId, costCents: costCentsOf(first.cost) };
  if (first)
    return {
      outcome: "refused",
      reason: reasons[first.statusCode] ?? "network",
      code: String(first.statusCode),
    };
  if (read.success && /senderid/i.test(read.data.SMSMessageData.Message))
    return { outcome: "refused", reason: "sender_name", code: read.data.SMSMessageData.Message.slice(0, 60) };
  if (read.success)
    return { outcome: "refused", reason: "account", code: read.data.SMSMessageData.Message.slice(0, 60) };
  if (status >= 400 && status < 500) return { outcome: "refused", reason: "network", code: String(status) };
  return { outcome: "unknown", message: `it answered ${status}` };
}
