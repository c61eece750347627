import { z } from "zod";
import { formatKes } from "#app/platform/money.ts";
import { languageCodes } from "./words.ts";

export const botId = z.string().min(1).max(64);
export const entryId = z.string().min(1).max(64);
export const sourceId = z.string().min(1).max(64);
export const questionId = z.string().min(1).max(64);

const lines = (text: string) => text.replaceAll("\r\n", "\n").trim();
/** The default comes last: forms leave empty fields away, and only the outermost default is theirs. */
const optionalText = (max: number) =>
  z
    .string()
    .transform(lines)
    .pipe(z.string().max(max, `At most ${max} characters.`))
    .default("");

/** Shillings as they are typed, in cents. */
const shillings = (max: number) =>
  z.coerce
    .number("Enter an amount in KES.")
    .min(0, "An amount can't be negative.")
    .max(max, `At most ${formatKes(max * 100)}.`)
    .transform((amount) => Math.round(amount * 100));

const checkbox = z
  .union([z.boolean(), z.enum(["on", "off", "true", "false"])])
  .optional()
  .transform((value) => value === true || value === "on" || value === "true");

const orNull = (value: string) => (value === "" ? null : value);

export const botFields = z.object({
  name: z
    .string("Give the bot a name.")
    .trim()
    .min(1, "Give the bot a name.")
    .max(80, "At most 80 characters."),
  about: z
    .string("Say what the business does.")
    .transform(lines)
    .pipe(
      z
        .string()
        .min(10, "Say in a sentence what customers may ask about.")
        .max(300, "At most 300 characters."),
    ),
  openingHours: optionalText(120),
  phoneNumberId: z.string().max(64).default("").transform(orNull),
  label: z.string().trim().max(60, "At most 60 characters.").default("").transform(orNull),
  usesModel: checkbox,
  dailyBudget: shillings(100_000).default(50_000),
  conversationBudget: shillings(10_000).default(5000),
});

export type BotFields = z.output<typeof botFields>;

const maxAnswer = 2000;
const question = optionalText(300);
const answer = optionalText(maxAnswer);

/** One line for each way to ask. */
const phrases = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(/\r?\n/)
      .map((line) => line.trim().slice(0, 300))
      .filter(Boolean)
      .slice(0, 20),
  );

/** An entry: question and answer in English, Swahili and French, at least one of them. */
export const entryFields = z
  .object({
    questionEn: question,
    phrasesEn: phrases,
    answerEn: answer,
    questionSw: question,
    phrasesSw: phrases,
    answerSw: answer,
    questionFr: question,
    phrasesFr: phrases,
    answerFr: answer,
  })
  .superRefine((entry, check) => {
    const parts = [
      ["En", entry.questionEn, entry.answerEn],
      ["Sw", entry.questionSw, entry.answerSw],
      ["Fr", entry.questionFr, entry.answerFr],
    ] as const;
    for (const [code, asked, answered] of parts) {
      if (asked && !answered)
        check.addIssue({ code: "custom", path: [`answer${code}`], message: "Write the answer." });
      if (answered && !asked)
        check.addIssue({ code: "custom", path: [`question${code}`], message: "Write the question." });
    }
    if (parts.every(([, asked, answered]) => !asked && !answered))
      check.addIssue({ code: "custom", path: ["questionEn"], message: "Write a question and its answer." });
  });
export type EntryFields = z.output<typeof entryFields>;

export const pageSource = z.object({
  url: z
    .string("Enter the address of a page.")
    .trim()
    .max(500, "At most 500 characters.")
    .pipe(z.url({ protocol: /^https?$/, error: "Enter an address that begins with https://" })),
  rereadHours: z.coerce
    .number()
    .pipe(z.union([z.literal(0), z.literal(24), z.literal(168)]))
    .default(24),
});

export const evaluationQuestion = z
  .object({
    question: z
      .string("Write a question.")
      .trim()
      .min(1, "Write a question.")
      .max(500, "At most 500 characters."),
    language: z.enum(languageCodes as ["en", "sw", "fr"]).default("en"),
    expects: z.enum(["entry", "handover", "refusal"]).default("entry"),
    expectedEntryId: z.string().max(64).default("").transform(orNull),
  })
  .refine(({ expects, expectedEntryId }) => expects !== "entry" || expectedEntryId, {
    path: ["expectedEntryId"],
    message: "Choose the entry that answers it.",
  });

export const publishFields = z.object({
  reason: z.string().trim().max(500, "At most 500 characters.").default(""),
});

export const testQuestion = z.object({
  question: z.string().trim().max(2000, "At most 2,000 characters.").default(""),
});

export const pageNumber = z.coerce.number().int().min(1).max(10_000).catch(1).default(1);

export const logFilter = z.object({
  outcome: z.enum(["all", "answered", "asked", "refused", "handed_over"]).catch("all").default("all"),
  page: pageNumber,
});
