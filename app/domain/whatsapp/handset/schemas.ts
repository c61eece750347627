import { z } from "zod";

/** A customer's number, as it is typed. */
export const customerPhone = z
  .string("Enter a phone number")
  .trim()
  .regex(/^\+?[\d\s()-]{9,20}$/, "Enter a phone number, such as +254 712 345 678")
  .transform((text) => {
    const digits = text.replaceAll(/\D/g, "");
    return `+${digits.startsWith("0") ? `254${digits.slice(1)}` : digits}`;
  });

/** An answer of the customer: words, or the press of a quick reply. */
export const handsetReply = z
  .object({
    phone: customerPhone,
    phoneNumberId: z.string().min(1).max(40),
    text: z.string().trim().max(4096, "At most 4,096 characters").default(""),
    buttonText: z.string().max(200).optional(),
    buttonPayload: z.string().max(1000).optional(),
    /** The wamid of the message whose button was pressed. */
    answered: z.string().max(300).optional(),
  })
  .refine((reply) => reply.text !== "" || reply.buttonText, { path: ["text"], message: "Write something" });
