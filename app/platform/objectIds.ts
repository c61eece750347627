import { z } from "zod";

/** Objects of an organisation, a partner or a user that have an id. */
export type Noun =
  | "book"
  | "bookMember"
  | "bot"
  | "campaign"
  | "cannedReply"
  | "catalogue"
  | "checkoutRequest"
  | "contact"
  | "conversation"
  | "deal"
  | "delivery"
  | "draft"
  | "due"
  | "endpoint"
  | "enrolment"
  | "entry"
  | "event"
  | "field"
  | "flow"
  | "import"
  | "invitation"
  | "invoice"
  | "key"
  | "media"
  | "member"
  | "message"
  | "notification"
  | "order"
  | "org"
  | "payment"
  | "paymentRefund"
  | "paymentRequest"
  | "personRequest"
  | "phoneNumber"
  | "product"
  | "question"
  | "request"
  | "rule"
  | "scheduledMessage"
  | "segment"
  | "sequence"
  | "session"
  | "settlement"
  | "source"
  | "stage"
  | "step"
  | "task"
  | "taxDocument"
  | "team"
  | "template"
  | "test"
  | "till"
  | "tillDifference"
  | "tillPayment"
  | "whatsappAccount";

/** The fields that name an object, with its kind: the tenant sweep tries all of them with foreign objects. */
export const objectIds = z.registry<{ noun: Noun }>();

/** A field that names an object. `schema`: when the field may be empty, or has its own error message. */
export function idOf(noun: Noun): z.ZodString;
export function idOf<Schema extends z.ZodType>(noun: Noun, schema: Schema): Schema;
export function idOf(noun: Noun, schema: z.ZodType = z.string().min(1).max(64)): z.ZodType {
  objectIds.add(schema, { noun });
  return schema;
}
