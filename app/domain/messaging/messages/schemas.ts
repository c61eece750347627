import { z } from "zod";
import { atMost } from "#app/platform/forms/checks.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { m } from "#messages";
import { maxReplyLength } from "./words.ts";

/** A form sends each end of a line as two characters; the message has one. */
export const typedText = z
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

/** Made once for each form that is shown: the same key sent twice makes one message. */
export const submissionKey = z
  .string({ error: m.checks_reload_the_page_and_send_the })
  .regex(/^[\w-]{16,64}$/, { error: m.checks_reload_the_page_and_send_the });

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
