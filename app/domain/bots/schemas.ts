import { z } from "zod";
import { tooLong } from "#app/platform/forms/checks.ts";
import { pageNumber } from "#app/platform/forms/pageNumber.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { languageCodes } from "./words.ts";

export const botId = idOf("bot");
export const entryId = idOf("entry");
export const sourceId = idOf("source");
export const questionId = idOf("question");

const lines = (text: string) => text.replaceAll("\r\n", "\n").trim();
/** The default comes last: forms omit empty fields, and only the outermost default applies to them. */
const optionalText = (max: number) =>
  z.string().transform(lines).pipe(z.string().max(max, tooLong)).default("");

/** Shillings as typed, returned in cents. */
const shillings = (max: number) =>
  z.coerce
    .number({ error: m.checks_amount_required })
    .min(0, { error: m.checks_amount_negative })
    .max(max, { error: () => m.checks_amount_too_large({ max: formatKes(max * 100) }) })
    .transform((amount) => Math.round(amount * 100));

const checkbox = z
  .union([z.boolean(), z.enum(["on", "off", "true", "false"])])
  .optional()
  .transform((value) => value === true || value === "on" || value === "true");

const orNull = (value: string) => (value === "" ? null : value);

export const botFields = z.object({
  name: z
    .string({ error: m.checks_bot_name_required })
    .trim()
    .min(1, { error: m.checks_bot_name_required })
    .max(80, tooLong),
  about: z
    .string({ error: m.checks_bot_business_required })
    .transform(lines)
    .pipe(z.string().min(10, { error: m.checks_bot_topics_required }).max(300, tooLong)),
  openingHours: optionalText(120),
  phoneNumberId: idOf("phoneNumber", z.string().max(64)).default("").transform(orNull),
  label: z.string().trim().max(60, tooLong).default("").transform(orNull),
  usesModel: checkbox,
  dailyBudget: shillings(100_000).default(50_000),
  conversationBudget: shillings(10_000).default(5000),
});

export type BotFields = z.output<typeof botFields>;

const maxAnswer = 2000;
const question = optionalText(300);
const answer = optionalText(maxAnswer);

/** One phrasing per line. */
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

/** An entry: question and answer in at least one of English, Swahili and French. */
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
    for (const [code, hasQuestion, hasAnswer] of parts) {
      if (hasQuestion && !hasAnswer)
        check.addIssue({
          code: "custom",
          path: [`answer${code}`],
          message: m.checks_entry_answer_required(),
        });
      if (hasAnswer && !hasQuestion)
        check.addIssue({
          code: "custom",
          path: [`question${code}`],
          message: m.checks_entry_question_required(),
        });
    }
    if (parts.every(([, hasQuestion, hasAnswer]) => !hasQuestion && !hasAnswer))
      check.addIssue({
        code: "custom",
        path: ["questionEn"],
        message: m.checks_entry_required(),
      });
  });
export type EntryFields = z.output<typeof entryFields>;

export const pageSource = z.object({
  url: z
    .string({ error: m.checks_page_source_url_required })
    .trim()
    .max(500, tooLong)
    .pipe(z.url({ protocol: /^https?$/, error: () => m.checks_page_source_url_invalid() })),
  rereadHours: z.coerce
    .number()
    .pipe(z.union([z.literal(0), z.literal(24), z.literal(168)]))
    .default(24),
});

export const evaluationQuestion = z
  .object({
    question: z
      .string({ error: m.checks_evaluation_question_required })
      .trim()
      .min(1, { error: m.checks_evaluation_question_required })
      .max(500, tooLong),
    language: z.enum(languageCodes as ["en", "sw", "fr"]).default("en"),
    expects: z.enum(["entry", "handover", "refusal"]).default("entry"),
    expectedEntryId: idOf("entry", z.string().max(64)).default("").transform(orNull),
  })
  .refine(({ expects, expectedEntryId }) => expects !== "entry" || expectedEntryId, {
    path: ["expectedEntryId"],
    error: () => m.checks_evaluation_entry_required(),
  });

export const publishFields = z.object({
  reason: z.string().trim().max(500, tooLong).default(""),
});

export const testQuestion = z.object({
  question: z.string().trim().max(2000, tooLong).default(""),
});

export const logFilter = z.object({
  outcome: z.enum(["all", "answered", "asked", "refused", "handed_over"]).catch("all").default("all"),
  page: pageNumber,
});
