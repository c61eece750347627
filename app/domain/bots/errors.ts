import { errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const botsError = /* @__PURE__ */ errorsOf({
  "bot.knows_nothing": {
    kind: "conflict",
    text: "The bot knows nothing yet. Add questions and answers, a page or a document: WhatsApp takes only bots that answer about a business.",
  },
  "bot.no_model": {
    kind: "invalid",
    text: "No model is configured here. The bot answers in the words of its entries.",
  },
  "bot.too_many_entries": {
    kind: "conflict",
    text: "A bot knows at most 2,000 entries. Delete some, or make a second bot.",
  },
  "bot.too_many_questions": {
    kind: "conflict",
    text: "An evaluation set has at most 1,000 questions. Delete some first.",
  },
  "bot.worse": {
    kind: "conflict",
    text: "The bot got worse: {right} of {total} right and {falseAnswers} false answers, before {right2} of {total2} and {falseAnswers2}. Repair its entries, or write why it shall be published nevertheless.",
  },
  "bot_source.known": { kind: "conflict", text: "The bot reads this page already." },
  "bot_source.no_file": { kind: "invalid", text: "Choose a PDF, a Word document or a CSV file." },
  "bot_source.too_large": { kind: "too_large", text: "The file is larger than 10 MB. Split it." },
  "bot_source.unreadable": { kind: "invalid", text: "{said}" },
});
