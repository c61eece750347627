import { z } from "zod";
import { contactTags, maxTagLength } from "#app/domain/contacts/schemas.ts";
import { atMost } from "#app/platform/forms/checks.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { m } from "#messages";
import { conversationStates, maxReplyLength, queues } from "./words.ts";

/** A form sends each end of a line as two characters; the message has one. */
const typedText = z
  .string({ error: m.checks_write_a_message_first })
  .transform((text) => text.replaceAll("\r\n", "\n").trim());

/** What a member writes to a contact; blank text is refused. */
export const replyText = typedText
  .refine((text) => text !== "", { error: m.checks_write_a_message_first })
  .refine((text) => text.length <= maxReplyLength, {
    error: ({ input }) =>
      m.checks_your_message_has_characters_and_whatsapp({
        count: formatCount(String(input).length),
        maxReplyLength: formatCount(maxReplyLength),
      }),
  });

export const maxDraftLength = 65_536;

/** What a member has begun to write: longer than a message may be, so that nothing is lost before it is shortened. */
export const draftText = z
  .string()
  .max(maxDraftLength, { error: m.checks_this_text_is_too_long_to })
  .transform((text) => text.replaceAll("\r\n", "\n"));

/** Made once for each form that is shown: the same key sent twice makes one message. */
export const submissionKey = z
  .string({ error: m.checks_reload_the_page_and_send_the })
  .regex(/^[\w-]{16,64}$/, { error: m.checks_reload_the_page_and_send_the });

export const conversationId = idOf("conversation", z.string().max(64));

/** Those of one page of many, to do one thing to. */
export const conversationIds = z
  .union([conversationId.transform((id) => [id]), z.array(conversationId)], {
    error: () => m.checks_choose_at_least_one_conversation(),
  })
  .refine((ids) => ids.length > 0, { error: m.checks_choose_at_least_one_conversation })
  .refine((ids) => ids.length <= 200, { error: m.checks_choose_at_most_200_conversations_at });

/** The owner of each conversation as the caller saw it, by its id; omitted ones are unassigned. */
export const owners = z.record(z.string().max(64), z.string().max(64)).default({});

/** The `lastMessageId` of the conversation as the writer saw it. */
export const seenMessage = z.string().max(64).optional();

export const conversationState = z.enum(conversationStates, { error: m.checks_choose_a_state });

/** A member's id, or empty: no one. */
export const ownerId = idOf("member", z.string().max(64)).default("");

/** The owner as the caller saw it: compared, and not looked up. */
export const seenOwner = z.string().max(64).default("");

/** Of one vocabulary with the tags of contacts. */
export const labels = contactTags;

export const noteText = typedText
  .refine((text) => text !== "", { error: m.checks_write_a_note_first })
  .refine((text) => text.length <= maxReplyLength, { error: m.checks_a_note_has_at_most_4 });

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
  ad: ticked.default(false),
  number: z.string().max(64).default("").catch(""),
  member: z.string().max(64).default("").catch(""),
});

/** Name, part of a phone number, or words of any message that is no campaign's. */
export const searchText = z
  .string()
  .trim()
  .max(100, { error: m.checks_search_for_at_most_100_characters })
  .default("");

export const pageNumber = z.coerce.number().int().min(1).max(10_000).catch(1).default(1);

/** Position in a thread, as an earlier answer gave it: milliseconds and id of a message. */
export const threadCursor = z
  .string()
  .regex(/^\d{1,15}\.msg_\w{1,60}$/, { error: m.checks_this_place_in_the_conversation_does })
  .optional();

/** Values of a template by variable key. */
export const templateValues = z
  .record(z.string().max(64), z.string().max(1024, { error: m.checks_a_value_has_at_most_1 }))
  .default({});

export const templateId = idOf(
  "template",
  z.string({ error: m.checks_choose_a_template_2 }).min(1, { error: m.checks_choose_a_template_2 }).max(64),
);

export const phoneNumberId = idOf(
  "phoneNumber",
  z
    .string({ error: m.checks_choose_the_number_to_send_from_2 })
    .min(1, { error: m.checks_choose_the_number_to_send_from_2 })
    .max(64),
);

/** The price that the form showed, KES cents. */
export const seenPrice = z.coerce.number().int().nonnegative().optional();

/** A message of the same conversation that is answered; empty: none in particular. */
export const quotedMessageId = idOf("message", z.string().max(64))
  .optional()
  .transform((id) => id || undefined);

export const reactedMessageId = idOf(
  "message",
  z.string({ error: m.checks_choose_a_message }).min(1).max(64),
);

/** One emoji, or empty: the reaction is removed. */
export const reactionEmoji = z
  .string()
  .default("")
  .refine((text) => text === "" || /^\p{RGI_Emoji}$/v.test(text), { error: m.checks_choose_one_emoji });

const latitude = z.coerce
  .number({ error: m.checks_enter_the_latitude })
  .min(-90, { error: m.checks_a_latitude_is_between })
  .max(90, { error: m.checks_a_latitude_is_between });
const longitude = z.coerce
  .number({ error: m.checks_enter_the_longitude })
  .min(-180, { error: m.checks_a_longitude_is_between })
  .max(180, { error: m.checks_a_longitude_is_between });

const filled = (value: unknown) => (typeof value === "string" && value.trim() === "" ? undefined : value);

/** A place on the map. */
export const locationToSend = z.object({
  latitude: z.preprocess(filled, latitude),
  longitude: z.preprocess(filled, longitude),
  name: z.string().trim().max(200, atMost(200)).default(""),
  address: z.string().trim().max(300, atMost(300)).default(""),
});
export type LocationToSend = z.output<typeof locationToSend>;

/** A contact card with one number. */
export const cardToSend = z.object({
  name: z
    .string({ error: m.checks_write_a_name })
    .trim()
    .min(1, { error: m.checks_write_a_name })
    .max(200, atMost(200)),
  phone: z
    .string({ error: m.checks_write_a_phone_number_2 })
    .max(200, atMost(200))
    .transform((text, { addIssue }) => {
      const read = normalisePhone(text);
      if (read.ok) return read.phone;
      addIssue({ code: "custom", message: read.reason });
      return z.NEVER;
    }),
  company: z.string().trim().max(200, atMost(200)).default(""),
});
export type CardToSend = z.output<typeof cardToSend>;

const choiceLimits = {
  buttons: { most: 3, title: 20 },
  list: { most: 10, title: 24 },
} as const;

/** One answer in each line; in a list with a description behind a `|`. */
const choiceLines = z
  .string({ error: m.checks_write_the_answers_one_in_each })
  .max(3000, { error: m.checks_these_are_too_many_words })
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
  .refine((choices) => choices.length > 0, { error: m.checks_write_the_answers_one_in_each })
  .refine((choices) => choices.every(({ title }) => title !== ""), {
    error: m.checks_each_line_begins_with_the_answer,
  })
  .refine((choices) => new Set(choices.map(({ title }) => title)).size === choices.length, {
    error: m.checks_each_answer_can_stand_there_once,
  })
  .refine((choices) => choices.every(({ description = "" }) => description.length <= 72), {
    error: m.checks_a_description_has_at_most_72,
  });

/** A question with answers to tap, within WhatsApp's limits (facts/whatsapp-cloud-api.md §6). */
export const choicesToSend = z
  .object({
    text: typedText
      .refine((text) => text !== "", { error: m.checks_write_the_question_first })
      .refine((text) => text.length <= 1024, { error: m.checks_a_question_has_at_most_1 }),
    footer: z.string().trim().max(60, { error: m.checks_a_footer_has_at_most_60 }).default(""),
    shownAs: z.enum(["buttons", "list"], { error: m.checks_choose_buttons_or_a_list }).default("buttons"),
    listButton: z
      .string()
      .trim()
      .max(20, atMost(20))
      .default("")
      .transform((text) => text || "Choose"),
    choices: choiceLines,
  })
  .superRefine(({ shownAs, choices }, check) => {
    const { most, title } = choiceLimits[shownAs];
    const refuse = (message: string) => check.addIssue({ code: "custom", path: ["choices"], message });
    if (choices.length > most)
      refuse(
        shownAs === "list" ? m.checks_a_list_has_at_most({ most }) : m.checks_there_are_at_most({ most }),
      );
    const long = choices.find((choice) => choice.title.length > title);
    if (long) refuse(m.checks_is_longer_than_characters({ longTitle: long.title, title }));
    if (shownAs === "buttons" && choices.some(({ description }) => description !== undefined))
      refuse(m.checks_buttons_have_no_description_show_them());
  });
export type ChoicesToSend = z.output<typeof choicesToSend>;
