import { z } from "zod";
import { contactTags, maxTagLength } from "#app/domain/contacts/schemas.ts";
import { formatCount } from "#app/platform/counts.ts";
import { normalisePhone } from "#app/platform/phone.ts";
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

/** Who had each conversation as the caller saw it, by its id; nobody where it is not named. */
export const owners = z.record(z.string().max(64), z.string().max(64)).default({});

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
  number: z.string().max(64).default("").catch(""),
  member: z.string().max(64).default("").catch(""),
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

/** A message of the same conversation that is answered; empty: none in particular. */
export const quotedMessageId = z
  .string()
  .max(64)
  .optional()
  .transform((id) => id || undefined);

export const reactedMessageId = z.string({ error: "Choose a message." }).min(1).max(64);

/** One emoji, or nothing: the reaction is taken back. */
export const reactionEmoji = z
  .string()
  .default("")
  .refine((text) => text === "" || /^\p{RGI_Emoji}$/v.test(text), "Choose one emoji.");

const degrees = (name: string, most: number) =>
  z.coerce
    .number({
      error: `Enter the ${name} in degrees, such as ${name === "latitude" ? "-1.2864" : "36.8172"}.`,
    })
    .min(-most, `A ${name} is between -${most} and ${most}.`)
    .max(most, `A ${name} is between -${most} and ${most}.`);

const filled = (value: unknown) => (typeof value === "string" && value.trim() === "" ? undefined : value);

/** A place on the map. */
export const locationToSend = z.object({
  latitude: z.preprocess(filled, degrees("latitude", 90)),
  longitude: z.preprocess(filled, degrees("longitude", 180)),
  name: z.string().trim().max(200, "At most 200 characters.").default(""),
  address: z.string().trim().max(300, "At most 300 characters.").default(""),
});
export type LocationToSend = z.output<typeof locationToSend>;

/** A contact card with one number. */
export const cardToSend = z.object({
  name: z.string("Write a name.").trim().min(1, "Write a name.").max(200, "At most 200 characters."),
  phone: z
    .string("Write a phone number.")
    .max(200, "At most 200 characters.")
    .transform((text, { addIssue }) => {
      const read = normalisePhone(text);
      if (read.ok) return read.phone;
      addIssue({ code: "custom", message: read.reason });
      return z.NEVER;
    }),
  company: z.string().trim().max(200, "At most 200 characters.").default(""),
});
export type CardToSend = z.output<typeof cardToSend>;

const choiceLimits = {
  buttons: { most: 3, title: 20 },
  list: { most: 10, title: 24 },
} as const;

/** One answer in each line; in a list with a description behind a `|`. */
const choiceLines = z
  .string({ error: "Write the answers, one in each line." })
  .max(3000, "These are too many words.")
  .transform((text) =>
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .map((line) => {
        const [title = "", ...rest] = line.split("|");
        const description = rest.join("|").trim();
        return { title: title.trim(), ...(description === "" ? {} : { description }) };
      }),
  )
  .refine((choices) => choices.length > 0, "Write the answers, one in each line.")
  .refine((choices) => choices.every(({ title }) => title !== ""), "Each line begins with the answer itself.")
  .refine(
    (choices) => new Set(choices.map(({ title }) => title)).size === choices.length,
    "Each answer can stand there once.",
  )
  .refine(
    (choices) => choices.every(({ description = "" }) => description.length <= 72),
    "A description has at most 72 characters.",
  );

/** A question with answers to tap, within WhatsApp's limits (facts/whatsapp-cloud-api.md §6). */
export const choicesToSend = z
  .object({
    text: typedText
      .refine((text) => text !== "", "Write the question first.")
      .refine((text) => text.length <= 1024, "A question has at most 1,024 characters."),
    footer: z.string().trim().max(60, "A footer has at most 60 characters.").default(""),
    shownAs: z.enum(["buttons", "list"], "Choose buttons or a list.").default("buttons"),
    listButton: z
      .string()
      .trim()
      .max(20, "At most 20 characters.")
      .default("")
      .transform((text) => text || "Choose"),
    choices: choiceLines,
  })
  .superRefine(({ shownAs, choices }, check) => {
    const { most, title } = choiceLimits[shownAs];
    const refuse = (message: string) => check.addIssue({ code: "custom", path: ["choices"], message });
    if (choices.length > most)
      refuse(`${shownAs === "list" ? "A list has" : "There are"} at most ${most} answers.`);
    const long = choices.find((choice) => choice.title.length > title);
    if (long) refuse(`“${long.title}” is longer than ${title} characters.`);
    if (shownAs === "buttons" && choices.some(({ description }) => description !== undefined))
      refuse("Buttons have no description. Show them as a list.");
  });
export type ChoicesToSend = z.output<typeof choicesToSend>;
