import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import { draftVariables } from "./draft.ts";
import { templateLimits } from "./fieldRules.ts";
import type { TemplateContent, TemplateDraft } from "./schemas.ts";
import { variableNamesIn, withoutVariables } from "./variables.ts";

/** Messages by form field (`body`, `buttons[0].text`, `samples[2].value`), each once. */
export type Problems = Record<string, string[]>;

/** The longest texts that are fully checked; beyond them only the length is reported. */
export const longestHeader = 1000;
export const longestBody = 5000;

/** Meta refuses a text that is mostly variables (2388293): it requires about this many words per variable. */
const wordsPerVariable = 2;

/**
 * What Meta would refuse in a draft (facts/whatsapp-cloud-api.md §8.1, §8.2); empty when nothing is known.
 * `numberProblem` checks the number of a call button; pages omit it, because the numbering plans of all
 * countries are larger than all their script.
 */
export function problemsOf(
  draft: TemplateContent,
  numberProblem: (phone: string) => string | undefined = () => undefined,
): Problems {
  const problems: Problems = {};
  const note = (field: string, messages: string[]) => {
    if (messages.length > 0) problems[field] = [...(problems[field] ?? []), ...messages];
  };
  if (draft.category === "AUTHENTICATION") {
    codeProblems(draft, note);
    return problems;
  }
  const isReadable = draft.header.length <= longestHeader && draft.body.length <= longestBody;
  if (draft.headerFormat === "TEXT") note("header", headerProblems(draft.header));
  else if (draft.headerFormat !== "LOCATION" && draft.headerMedia === "")
    note("headerMedia", [
      m.templates_problem_header_sample_missing({ fileWords: fileWords[draft.headerFormat] }),
    ]);
  note("body", isReadable ? mixProblems(draft) : []);
  note("body", bodyProblems(draft.body));
  note("footer", [
    ...lengthProblems(draft.footer, templateLimits.footer),
    ...(draft.footer.includes("{{") ? [m.templates_problem_footer_variable()] : []),
  ]);
  buttonProblems(draft.buttons, "buttons", note, numberProblem);
  cardProblems(draft, note, numberProblem);
  if (isReadable) sampleProblems(draft, note);
  return problems;
}

export const fileWords = lazy({
  IMAGE: m.common_kind_picture,
  VIDEO: m.common_kind_video,
  DOCUMENT: m.common_kind_document,
});

/** Meta requires the package name and signature hash of an app that receives the code automatically. */
function codeProblems(
  { otpType, otpPackage, otpSignature, zeroTapAccepted }: TemplateContent,
  note: Note,
): void {
  if (otpType === "COPY_CODE") return;
  if (!/^[a-zA-Z]\w*(\.[a-zA-Z]\w*)+$/.test(otpPackage))
    note("otpPackage", [m.templates_problem_package_name()]);
  if (!/^[A-Za-z0-9+/=]{11}$/.test(otpSignature))
    note("otpSignature", [m.templates_problem_signing_key({ length: templateLimits.signingKey })]);
  if (otpType === "ZERO_TAP" && !zeroTapAccepted)
    note("zeroTapAccepted", [m.templates_problem_zero_tap_terms()]);
}

type Note = (field: string, messages: string[]) => void;

const isNumber = (name: string) => /^\d+$/.test(name);

const lengthProblems = (text: string, max: number): string[] =>
  text.length > max ? [m.templates_problem_too_long_now({ max, count: text.length })] : [];

/** Braces that are not a well-formed variable, and names that Meta refuses. */
function variableProblems(text: string): string[] {
  const found = /\{\{|\}\}/.test(withoutVariables(text)) ? [m.templates_problem_variable_braces()] : [];
  for (const name of variableNamesIn(text))
    if (!/^(\d+|[a-z][a-z0-9_]*)$/.test(name)) found.push(m.templates_problem_variable_invalid({ name }));
  return found;
}

function headerProblems(text: string): string[] {
  const found = lengthProblems(text, templateLimits.header);
  if (text.length > longestHeader) return found;
  if (/[\n*_~`]/.test(withoutVariables(text)) || /\p{Extended_Pictographic}/u.test(text))
    found.push(m.templates_problem_header_format());
  const [name, ...more] = variableNamesIn(text);
  if (more.length > 0) found.push(m.templates_problem_header_variables());
  else if (name !== undefined && isNumber(name) && name !== "1")
    found.push(m.templates_problem_header_variable_name());
  return [...found, ...variableProblems(text)];
}

/** Counts words, also of languages written without spaces. */
const wordsIn = (text: string): number =>
  [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)].filter((part) => part.isWordLike)
    .length;

function bodyProblems(text: string): string[] {
  if (text === "") return [m.templates_problem_message_missing()];
  const found = lengthProblems(text, templateLimits.body);
  if (text.length > longestBody) return found;
  found.push(...variableProblems(text));
  const names = variableNamesIn(text);
  found.push(...numberingProblems(names.filter(isNumber).map(Number)), ...placingProblems(text));
  const words = wordsIn(withoutVariables(text, " "));
  if (words < names.length * wordsPerVariable) found.push(m.templates_problem_too_many_variables());
  return found;
}

function placingProblems(text: string): string[] {
  const found: string[] = [];
  if (/^\{\{/.test(text) || /\}\}$/.test(text)) found.push(m.templates_problem_variable_at_edge());
  if (/\}\}\s*\{\{/.test(text)) found.push(m.templates_problem_variables_adjoining());
  return found;
}

function numberingProblems(numbers: number[]): string[] {
  const found: string[] = [];
  const sorted = [...numbers].sort((a, b) => a - b);
  const gap = sorted.findIndex((number, index) => number !== index + 1);
  if (gap >= 0) found.push(m.templates_problem_variable_number_gap({ gap: gap + 1 }));
  if (numbers.some((number, index) => number !== sorted[index]))
    found.push(m.templates_problem_variable_order());
  return found;
}

function mixProblems({ header, body, cards }: TemplateContent): string[] {
  const names = [header, body, ...cards.map((card) => card.body)].flatMap(variableNamesIn);
  return names.some(isNumber) && !names.every(isNumber) ? [m.templates_problem_variables_mixed()] : [];
}

function buttonProblems(
  buttons: TemplateDraft["buttons"],
  list: string,
  note: Note,
  numberProblem: (phone: string) => string | undefined,
): void {
  buttons.forEach((button, index) => {
    const field = (name: string) => `${list}[${index}].${name}`;
    const earlier = buttons.slice(0, index);
    if (button.kind === "COPY_CODE") note(field("value"), copyCodeProblems(button.value));
    else note(field("text"), buttonTextProblems(button.text, earlier));
    if (button.kind === "URL") note(field("value"), urlProblems(button.value));
    if (button.kind === "PHONE_NUMBER") {
      const problem =
        button.value === "" ? m.templates_problem_button_phone_missing() : numberProblem(button.value);
      note(field("value"), problem === undefined ? [] : [problem]);
    }
    note(field("kind"), placeProblems(button, earlier));
  });
}

/** Meta requires the same buttons on every card. */
function cardProblems(
  { cards, headerFormat, header, footer, buttons, cardFormat }: TemplateContent,
  note: Note,
  numberProblem: (phone: string) => string | undefined,
): void {
  if (cards.length === 0) return;
  if (cards.length < templateLimits.leastCards)
    note("cards[0].body", [m.templates_problem_too_few_cards({ least: templateLimits.leastCards })]);
  if (headerFormat !== "TEXT" || header !== "") note("header", [m.templates_problem_carousel_header()]);
  if (footer !== "") note("footer", [m.templates_problem_carousel_footer()]);
  if (buttons.length > 0) note("buttons[0].kind", [m.templates_problem_carousel_buttons()]);
  const shape = (card: Card) => card.buttons.map(({ kind }) => kind).join();
  cards.forEach((card, index) => {
    const field = (name: string) => `cards[${index}].${name}`;
    if (card.media === "")
      note(field("media"), [m.templates_problem_file_missing({ fileWords: fileWords[cardFormat] })]);
    note(field("body"), cardBodyProblems(card.body));
    if (card.buttons.length === 0) note(field("body"), [m.templates_problem_buttons_missing()]);
    buttonProblems(card.buttons, field("buttons"), note, numberProblem);
    if (shape(card) !== shape(cards[0]!)) note(field("body"), [m.templates_problem_cards_differ()]);
  });
}

type Card = TemplateContent["cards"][number];

function cardBodyProblems(text: string): string[] {
  if (text === "") return [m.templates_problem_text_missing()];
  return [
    ...lengthProblems(text, templateLimits.cardBody),
    ...(text.length > longestHeader ? [] : [...variableProblems(text), ...placingProblems(text)]),
  ];
}

type Button = TemplateDraft["buttons"][number];

function copyCodeProblems(code: string): string[] {
  if (code === "") return [m.templates_problem_code_sample_missing()];
  return /^[A-Za-z0-9]+$/.test(code) && code.length <= templateLimits.code
    ? []
    : [m.templates_problem_code_invalid({ most: templateLimits.code })];
}

function buttonTextProblems(text: string, earlier: Button[]): string[] {
  if (text === "") return [m.templates_problem_button_text_missing()];
  const found = lengthProblems(text, templateLimits.buttonText);
  if (earlier.some((other) => other.text.toLowerCase() === text.toLowerCase()))
    found.push(m.templates_problem_button_text_repeated());
  return found;
}

function placeProblems(button: Button, earlier: Button[]): string[] {
  const found: string[] = [];
  const same = earlier.filter(({ kind }) => kind === button.kind).length + 1;
  if (button.kind === "URL" && same > templateLimits.urlButtons)
    found.push(m.templates_problem_too_many_url_buttons({ most: templateLimits.urlButtons }));
  if (button.kind === "PHONE_NUMBER" && same > 1) found.push(m.templates_problem_too_many_call_buttons());
  if (button.kind === "COPY_CODE" && same > 1) found.push(m.templates_problem_too_many_copy_buttons());
  const isReply = button.kind === "QUICK_REPLY";
  const changes = [...earlier, button].filter(
    ({ kind }, place, all) =>
      place > 0 && (kind === "QUICK_REPLY") !== (all[place - 1]?.kind === "QUICK_REPLY"),
  ).length;
  if (changes > 1)
    found.push(
      isReply ? m.templates_problem_quick_reply_move_up() : m.templates_problem_quick_replies_split(),
    );
  return found;
}

function urlProblems(url: string): string[] {
  if (url === "") return [m.templates_problem_url_missing()];
  const found: string[] =
    url.length > templateLimits.url ? [m.templates_problem_url_too_long({ most: templateLimits.url })] : [];
  if (/[{}]/.test(url.replace(/\{\{1\}\}$/, ""))) found.push(m.templates_problem_url_variable_place());
  const fixed = url.replaceAll(/[{}]/g, "");
  if (!URL.canParse(fixed) || !/^https?:\/\/[^/]+\.[^/]+/.test(fixed))
    found.push(m.templates_problem_url_invalid());
  else if (isShortened(fixed)) found.push(shortenedText());
  return found;
}

const shorteners =
  /^(?:https?:\/\/)?(bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|buff\.ly|cutt\.ly|rb\.gy|shorturl\.at|rebrand\.ly|t\.ly|wa\.me)(\/|$)/i;
export const shortenedText = m.templates_problem_url_shortened;
export const isShortened = (url: string): boolean => shorteners.test(url);

/** Every variable needs an example. */
function sampleProblems(draft: TemplateContent, note: Note): void {
  draftVariables(draft).forEach(({ key, label }, index) => {
    const sample = draft.samples.find((given) => given.key === key)?.value ?? "";
    const field = `samples[${index}].value`;
    if (sample === "") note(field, [m.templates_problem_sample_missing({ label })]);
    else if (/[\r\n\t]| {4,}/.test(sample)) note(field, [m.templates_problem_sample_line_breaks()]);
  });
}
