import { z } from "zod";

const text = z.union([z.string(), z.number()]).transform(String);
const parameter = z.object({ Key: z.string(), Value: z.unknown().optional() });

/** The result of a request by the initiator (docs/facts/payments.md §2): codes are numbers or strings. */
export const resultNotice = z
  .object({
    Result: z.object({
      ResultCode: text,
      ResultDesc: z.string().default(""),
      OriginatorConversationID: z.string().optional(),
      ConversationID: z.string().optional(),
      TransactionID: z.string().optional(),
      ResultParameters: z.object({ ResultParameter: z.union([z.array(parameter), parameter]) }).optional(),
    }),
  })
  .transform(({ Result: result }) => ({
    resultCode: result.ResultCode,
    resultDesc: result.ResultDesc.slice(0, 300),
    originatorConversationId: result.OriginatorConversationID,
    conversationId: result.ConversationID,
    transactionId: result.TransactionID,
    parameters: Object.fromEntries(
      [result.ResultParameters?.ResultParameter ?? []].flat().map(({ Key, Value }) => [Key, Value]),
    ) as Record<string, unknown>,
  }));
