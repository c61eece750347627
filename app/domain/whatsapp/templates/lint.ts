import { m } from "#messages";
import { isShortened, shortenedText } from "./problems.ts";
import type { TemplateContent } from "./schemas.ts";
import { variableNamesIn, withoutVariables } from "./variables.ts";

/** A frequent reason of rejection, shown in advance. It does not block the submission. */
export interface Warning {
  rule: string;
  /** The form field that it concerns. */
  field: string;
  /** The finding, and what to do about it. */
  text: string;
}

type Draft = Pick<
  TemplateContent,
  "category" | "header" | "body" | "footer" | "buttons" | "cards" | "samples"
> & { name?: string; language: string };

interface Rule {
  name: string;
  field: string;
  /** What to do when `sees` returns true. */
  advice: () => string;
  sees(draft: Draft): boolean;
}

const textOf = ({ header, body, footer, cards }: Draft) =>
  [header, body, footer, ...cards.map((card) => card.body)].join("\n").slice(0, 8000);
const has = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "iu");

const promotion = has(
  "offers?|discounts?|sale|promo(?:tion)?s?|free gift|coupons?|vouchers?|win|prizes?|deals?|buy now|limited time|" +
    "ofa|punguzo|bei poa|bei nafuu|zawadi|nunua sasa|shinda|" +
    "soldes|remises?|réductions?|promotions?|gratuit|cadeaux?|gagnez",
);
const secretCode = has(
  "otp|one[- ]time (?:code|password|pin)|verification code|security code|nambari ya uthibitisho|msimbo wa uthibitisho|code de vérification|code de sécurité",
);
const leaving = has("stop|opt[- ]?out|unsubscribe|acha|sitisha|arrêt|désabonner");
const sensitive = has(
  "card number|credit card|cvv|your pin|id number|password|nambari ya kadi|nywila|nambari ya siri|pin yako|numéro de carte|mot de passe",
);

/** Frequent short words by language, which reveal the language of a text. */
const smallWords: Record<string, RegExp> = {
  en: has("the|is|your|you|and|for|has|have|been|will|please|we|our|to|of|are|at"),
  sw: has(
    "ya|wa|na|kwa|yako|ni|katika|tafadhali|asante|habari|tumepokea|umepokea|hii|kwenye|la|za|leo|karibu",
  ),
  fr: has("le|la|les|votre|vous|est|et|de|des|pour|une|nous|merci|bonjour|avons|sera|du|au"),
};

function count(pattern: RegExp, text: string): number {
  return (text.match(new RegExp(pattern.source, "giu")) ?? []).length;
}

function isOtherLanguage({ language, ...draft }: Draft): boolean {
  const text = withoutVariables(textOf({ language, ...draft }), " ");
  const own = smallWords[language.slice(0, 2)];
  if (!own || text.split(/\s+/).length < 6) return false;
  const mine = count(own, text);
  return Object.entries(smallWords).some(
    ([code, pattern]) => code !== language.slice(0, 2) && count(pattern, text) >= mine + 3,
  );
}

function isShouted(draft: Draft): boolean {
  const letters = withoutVariables(textOf(draft)).replaceAll(/\P{L}/gu, "");
  return letters.length >= 20 && letters.replaceAll(/\P{Lu}/gu, "").length > letters.length / 2;
}

/** Addresses, with or without `https://`. */
const urlsIn = (text: string) =>
  text.match(/(?<![\p{L}\p{N}@.-])(?:https?:\/\/)?[a-z0-9-]{1,60}\.[a-z]{2,10}\S{0,500}/giu) ?? [];
const percentOff = /(?<!\d)\d{1,3} ?(?:%|per ?cent) ?off(?!\p{L})/iu;

/** Usual causes of a rejection, or of a category that Meta changes. */
const rules: readonly Rule[] = [
  {
    name: "category_promotion",
    field: "category",
    advice: m.templates_lint_offer_advice,
    sees: (draft) =>
      draft.category === "UTILITY" && (promotion.test(textOf(draft)) || percentOff.test(textOf(draft))),
  },
  {
    name: "category_code",
    field: "category",
    advice: m.templates_lint_one_time_code_advice,
    sees: (draft) => draft.category !== "AUTHENTICATION" && secretCode.test(textOf(draft)),
  },
  {
    name: "no_way_out",
    field: "footer",
    advice: m.templates_lint_no_opt_out_advice,
    sees: (draft) =>
      draft.category === "MARKETING" &&
      draft.body !== "" &&
      ![textOf(draft), ...draft.buttons.map(({ text }) => text)].some((text) => leaving.test(text)),
  },
  {
    name: "short_link",
    field: "body",
    advice: shortenedText,
    sees: (draft) => urlsIn(textOf(draft)).some(isShortened),
  },
  {
    name: "capitals",
    field: "body",
    advice: m.templates_lint_capitals_advice,
    sees: isShouted,
  },
  {
    name: "shouting",
    field: "body",
    advice: m.templates_lint_repeated_marks_advice,
    sees: (draft) => /[!?]{2,}/.test(textOf(draft)),
  },
  {
    name: "emoji",
    field: "body",
    advice: m.templates_lint_emoji_advice,
    sees: (draft) => (textOf(draft).match(/\p{Extended_Pictographic}/gu) ?? []).length > 10,
  },
  {
    name: "empty_lines",
    field: "body",
    advice: m.templates_lint_empty_lines_advice,
    sees: (draft) => /\n{4,}/.test(draft.body),
  },
  {
    name: "language",
    field: "language",
    advice: m.templates_lint_language_advice,
    sees: isOtherLanguage,
  },
  {
    name: "sensitive",
    field: "body",
    advice: m.templates_lint_secrets_advice,
    sees: (draft) => draft.category !== "AUTHENTICATION" && sensitive.test(textOf(draft)),
  },
  {
    name: "sample",
    field: "body",
    advice: m.templates_lint_poor_sample_advice,
    sees: ({ samples }) =>
      samples.some(({ value }) =>
        /^(x+|test|sample|example|text|variable|\.+|-+|\{\{.{0,100}\}\})$/i.test(value),
      ),
  },
  {
    name: "name",
    field: "name",
    advice: m.templates_lint_poor_name_advice,
    sees: ({ name }) =>
      name !== undefined && /^(test|sample|template|untitled|new)(_?\d*|_template)$/.test(name),
  },
  {
    name: "bare_variable",
    field: "body",
    advice: m.templates_lint_variable_line_advice,
    sees: ({ body }) =>
      body.split("\n").some((line) => /^\s*\{\{[^{}]{0,100}\}\}\s*$/.test(line.slice(0, 300))),
  },
  {
    name: "link_start",
    field: "buttons",
    advice: m.templates_lint_insecure_link_advice,
    sees: ({ buttons, cards }) =>
      [...buttons, ...cards.flatMap((card) => card.buttons)].some(
        ({ kind, value }) => kind === "URL" && value.startsWith("http://"),
      ),
  },
  {
    name: "many_variables",
    field: "body",
    advice: m.templates_lint_many_variables_advice,
    sees: ({ body }) => variableNamesIn(body).length > 8,
  },
];

/** A draft's warnings. One-time codes have Meta's text, so only their name is checked. */
export function warningsOf(draft: Draft): Warning[] {
  const applied = draft.category === "AUTHENTICATION" ? rules.filter(({ field }) => field === "name") : rules;
  return applied
    .filter((rule) => rule.sees(draft))
    .map(({ name, field, advice }) => ({ rule: name, field, text: advice() }));
}
