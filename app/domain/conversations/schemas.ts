import { z } from "zod";
import { formatCount } from "#app/shared/counts.ts";

/** Longest text that WhatsApp takes (facts/whatsapp-cloud-api.md §6). */
export const maxReplyLength = 4096;

/** What a member writes to a contact; blank text is refused. */
export const replyText = z
  .string({ error: "Write a message first." })
  .refine((text) => text.trim() !== "", "Write a message first.")
  .max(maxReplyLength, `A message has at most ${formatCount(maxReplyLength)} characters. Send it in parts.`);

/** Made once for each form that is shown: the same key sent twice makes one message. */
export const submissionKey = z
  .string({ error: "Reload the page and send the message again." })
  .regex(/^[\w-]{16,64}$/, "Reload the page and send the message again.");

export const conversationId = z.string().max(64);

/** Name, part of a phone number, or words of any message that is no campaign's. */
export const searchText = z.string().trim().max(100, "Search for at most 100 characters.").default("");

export const pageNumber = z.coerce.number().int().min(1).max(10_000).catch(1).default(1);

/** Position in a thread, as an earlier answer gave it: milliseconds and id of a message. */
export const threadCursor = z
  .string()
  .regex(/^\d{1,15}\.msg_\w{1,60}$/, "This place in the conversation does not exist.")
  .optional();

/** Values of a template by variable key. */
export const templateValues = z
  .record(z.string().max(64), z.string().max(1024, "A value has at most 1,024 characters."))
  .default({});

export const templateId = z.string({ error: "Choose a template." }).min(1, "Choose a template.").max(64);

export const phoneNumberId = z
  .string({ error: "Choose the number to send from." })
  .min(1, "Choose the number to send from.")
  .max(64);

/** The price that the form showed, KES cents. */
export const seenPrice = z.coerce.number().int().nonnegative().optional();
