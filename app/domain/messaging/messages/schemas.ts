import { z } from "zod";
import { atMost, tooLong } from "#app/platform/forms/checks.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { m } from "#messages";
import { choiceLimits } from "./choices/fieldRules.ts";
import { maxReplyLength } from "./fieldRules.ts";

/** A form sends each end of a line as two characters; the message has one. */
export const typedText = z
  .string({ error: m.checks_message_required })
  .transform((text) => text.replaceAll("\r\n", "\n").trim());

/** What a member writes to a contact; blank text is refused. */
export const replyText = typedText
  .refine((text) => text !== "", { error: m.checks_message_required })
  .refine((text) => text.length <= maxReplyLength, {
    error: ({ input }) =>
      m.checks_message_too_long({
        count: formatCount(String(input).length),
        maxReplyLength: formatCount(maxReplyLength),
      }),
  });

export { formKey as submissionKey } from "#app/platform/forms/formKey.ts";

/** Values of a template by variable key. */
export const templateValues = z
  .record(z.string().max(64), z.string().max(1024, atMost(m.checks_template_value_too_long)))
  .default({});

export const templateId = idOf(
  "template",
  z
    .string({ error: m.checks_chat_template_required })
    .min(1, { error: m.checks_chat_template_required })
    .max(64),
);

export const phoneNumberId = idOf(
  "phoneNumber",
  z.string({ error: m.checks_chat_number_required }).min(1, { error: m.checks_chat_number_required }).max(64),
);

/** The price that the form showed, KES cents. */
export const seenPrice = z.coerce.number().int().nonnegative().optional();

/** A message of the same conversation that is answered; empty: none in particular. */
export const quotedMessageId = idOf("message", z.string().max(64))
  .optional()
  .transform((id) => id || undefined);

export const reactedMessageId = idOf(
  "message",
  z.string({ error: m.checks_reaction_message_required }).min(1).max(64),
);

/** One emoji, or empty: the reaction is removed. */
export const reactionEmoji = z
  .string()
  .default("")
  .refine((text) => text === "" || /^\p{RGI_Emoji}$/v.test(text), {
    error: m.checks_reaction_emoji_required,
  });

const latitudeOutOfRange = () => m.checks_latitude_out_of_range({ least: -90, most: 90 });
const latitude = z.coerce
  .number({ error: m.checks_latitude_required })
  .min(-90, { error: latitudeOutOfRange })
  .max(90, { error: latitudeOutOfRange });

const longitudeOutOfRange = () => m.checks_longitude_out_of_range({ least: -180, most: 180 });
const longitude = z.coerce
  .number({ error: m.checks_longitude_required })
  .min(-180, { error: longitudeOutOfRange })
  .max(180, { error: longitudeOutOfRange });

const filled = (value: unknown) => (typeof value === "string" && value.trim() === "" ? undefined : value);

/** A place on the map. */
export const locationToSend = z.object({
  latitude: z.preprocess(filled, latitude),
  longitude: z.preprocess(filled, longitude),
  name: z.string().trim().max(200, tooLong).default(""),
  address: z.string().trim().max(300, tooLong).default(""),
});

export type LocationToSend = z.output<typeof locationToSend>;

/** A contact card with one number. */
export const cardToSend = z.object({
  name: z
    .string({ error: m.checks_card_name_required })
    .trim()
    .min(1, { error: m.checks_card_name_required })
    .max(200, tooLong),
  phone: z
    .string({ error: m.checks_card_phone_required })
    .max(200, tooLong)
    .transform((text, { addIssue }) => {
      const read = normalisePhone(text);
      if (read.ok) return read.phone;
      addIssue({ code: "custom", message: read.reason });
      return z.NEVER;
    }),
  company: z.string().trim().max(200, tooLong).default(""),
});

export type CardToSend = z.output<typeof cardToSend>;

/** One answer in each line; in a list with a description behind a `|`. */
const choiceLines = z
  .string({ error: m.checks_choices_required })
  .max(3000, { error: m.checks_choices_too_many, abort: true })
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
  .refine((choices) => choices.length > 0, { error: m.checks_choices_required })
  .refine((choices) => choices.every(({ title }) => title !== ""), {
    error: m.checks_choices_line_start,
  })
  .refine((choices) => new Set(choices.map(({ title }) => title)).size === choices.length, {
    error: m.checks_choices_repeated,
  })
  .refine(
    (choices) => choices.every(({ description = "" }) => description.length <= choiceLimits.description),
    {
      error: () => m.checks_choices_description_too_long({ most: choiceLimits.description }),
    },
  );

/** A question with answers to tap, within WhatsApp's limits (facts/whatsapp-cloud-api.md §6). */
export const choicesToSend = z
  .object({
    text: typedText
      .refine((text) => text !== "", { error: m.checks_choices_question_required })
      .refine((text) => text.length <= choiceLimits.question, {
        error: () => m.checks_choices_question_too_long({ most: formatCount(choiceLimits.question) }),
      }),
    footer: z.string().trim().max(choiceLimits.footer, atMost(m.checks_choices_footer_too_long)).default(""),
    shownAs: z.enum(["buttons", "list"], { error: m.checks_choices_form_required }).default("buttons"),
    listButton: z
      .string()
      .trim()
      .max(20, tooLong)
      .default("")
      .transform((text) => text || "Choose"),
    choices: choiceLines,
  })
  .superRefine(({ shownAs, choices }, check) => {
    const { most, title } = choiceLimits[shownAs];
    const refuse = (message: string) => check.addIssue({ code: "custom", path: ["choices"], message });
    if (choices.length > most)
      refuse(
        shownAs === "list"
          ? m.checks_choices_too_many_in_list({ most })
          : m.checks_choices_too_many_buttons({ most }),
      );
    const long = choices.find((choice) => choice.title.length > title);
    if (long) refuse(m.checks_choices_title_too_long({ longTitle: long.title, title }));
    if (shownAs === "buttons" && choices.some(({ description }) => description !== undefined))
      refuse(m.checks_choices_button_description());
  });

export type ChoicesToSend = z.output<typeof choicesToSend>;
