import { z } from "zod";
import { contactTags, maxTagLength } from "#app/domain/contacts/schemas.ts";
import { formatCount } from "#app/platform/counts.ts";
import { conversationStates, maxReplyLength, queues } from "./words.ts";

/** A form sends each end of a line as two characters; the message has one. */
const typedText = z
  .string({ error: "Write a message first." })
  .transform((text) => text.replaceAll("\r\n", "\n").trim());

/** What a member writes to a contact; blank text is refused. */
export const replyText = typedText
  .refine((text) => text !== "", "Write a message first.")
  .refine((text) => text.length <= maxReplyLength, {
    error: ({ input }) =>
      `Your message has ${formatCount(String(input).length)} characters, and WhatsApp takes ${formatCount(maxReplyLength)}. Shorten it, or send it in parts.`,
  });

export const maxDraftLength = 65_536;

/** What a member has begun to write: longer than a message may be, so that nothing is lost before it is shortened. */
export const draftText = z
  .string()
  .max(maxDraftLength, "This text is too long to be kept.")
  .transform((text) => text.replaceAll("\r\n", "\n"));

/** Made once for each form that is shown: the same key sent twice makes one message. */
export const submissionKey = z
  .string({ error: "Reload the page and send the message again." })
  .regex(/^[\w-]{16,64}$/, "Reload the page and send the message again.");

export const conversationId = z.string().max(64);

/** Those of one page of many, to do one thing to. */
export const conversationIds = z
  .union([conversationId.transform((id) => [id]), z.array(conversationId)], {
    error: "Choose at least one conversation.",
  })
  .refine((ids) => ids.length > 0, "Choose at least one conversation.")
  .refine((ids) => ids.length <= 200, "Choose at most 200 conversations at once.");

/** The `lastMessageId` of the conversation as the writer saw it. */
export const seenMessage = z.string().max(64).optional();

export const conversationState = z.enum(conversationStates, "Choose a state.");

/** A member's id, or empty: nobody. */
export const ownerId = z.string().max(64).default("");

/** Of one vocabulary with the tags of contacts. */
export const labels = contactTags;

export const noteText = typedText
  .refine((text) => text !== "", "Write a note first.")
  .refine((text) => text.length <= maxReplyLength, "A note has at most 4,096 characters.");

const oneLabel = z.string().trim().toLowerCase().max(maxTagLength).default("").catch("");
const ticked = z.preprocess((value) => value === "on" || value === true || value === "true", z.boolean());

/** The filters of the list, as query parameters. A queue that there is not is none. */
export const conversationFilters = z.object({
  queue: z.enum(queues).optional().catch(undefined),
  state: conversationState.optional().catch(undefined),
  label: oneLabel,
  tag: oneLabel,
  unread: ticked.default(false),
  late: ticked.default(false),
});

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
