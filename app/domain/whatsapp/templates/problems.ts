import { draftVariables } from "./draft.ts";
import type { TemplateContent, TemplateDraft } from "./schemas.ts";
import { variableNamesIn, withoutVariables } from "./variables.ts";

/** Messages by form field (`body`, `buttons[0].text`, `samples[2].value`): every finding about it, none twice. */
export type Problems = Record<string, string[]>;

/** The longest texts that a form takes at all; beyond them only the length is told. */
export const longestHeader = 1000;
export const longestBody = 5000;

const bodyMax = 1024;
const headerMax = 60;
const footerMax = 60;
const buttonTextMax = 25;
const urlMax = 2000;
const copyCodeMax = 15;
/** A carousel: cards, the text of one, and its buttons (facts/whatsapp-cloud-api.md §8.2). */
const cardsMin = 2;
const cardBodyMax = 160;
/** Meta refuses a text that is mostly variables (2388293); it wants about this many words for each. */
const wordsPerVariable = 2;

/**
 * What Meta would refuse in a draft, said before it is sent (facts/whatsapp-cloud-api.md §8.1, §8.2). Empty: nothing known.
 * `numberProblem` judges the number of a call button. Pages go without it: the numbering plans of all countries are
 * heavier than all their script.
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
    note("headerMedia", [`Choose a sample ${fileWords[draft.headerFormat]}: Meta's reviewers look at it`]);
  note("body", isReadable ? mixProblems(draft) : []);
  note("body", bodyProblems(draft.body));
  note("footer", [
    ...lengthProblems(draft.footer, footerMax),
    ...(draft.footer.includes("{{") ? ["A footer has no variables"] : []),
  ]);
  buttonProblems(draft.buttons, "buttons", note, numberProblem);
  cardProblems(draft, note, numberProblem);
  if (isReadable) sampleProblems(draft, note);
  return problems;
}

const fileWords = { IMAGE: "picture", VIDEO: "video", DOCUMENT: "document" } as const;

/** An app that takes the code by itself is named as Meta knows it. */
function codeProblems(
  { otpType, otpPackage, otpSignature, zeroTapAccepted }: TemplateContent,
  note: Note,
): void {
  if (otpType === "COPY_CODE") return;
  if (!/^[a-zA-Z]\w*(\.[a-zA-Z]\w*)+$/.test(otpPackage))
    note("otpPackage", ["Enter the package name of your Android app, such as ke.co.duka.app"]);
  if (!/^[A-Za-z0-9+/=]{11}$/.test(otpSignature))
    note("otpSignature", ["Enter the signing key hash of the app: 11 characters"]);
  if (otpType === "ZERO_TAP" && !zeroTapAccepted)
    note("zeroTapAccepted", ["Zero-tap needs your consent to Meta's terms for it"]);
}

type Note = (field: string, messages: string[]) => void;

const isNumber = (name: string) => /^\d+$/.test(name);

const lengthProblems = (text: string, max: number): string[] =>
  text.length > max ? [`Use at most ${max} characters (now ${text.length})`] : [];

/** Braces that are not a well-formed variable, and names that Meta does not take. */
function variableProblems(text: string): string[] {
  const found = /\{\{|\}\}/.test(withoutVariables(text))
    ? ["Write each variable with two braces on both sides, such as {{1}}"]
    : [];
  for (const name of variableNamesIn(text))
    if (!/^(\d+|[a-z][a-z0-9_]*)$/.test(name))
      found.push(
        `{{${name}}} is not a variable: use a number, or a name of lower-case letters, digits and underscores`,
      );
  return found;
}

function headerProblems(text: string): string[] {
  const found = lengthProblems(text, headerMax);
  if (text.length > longestHeader) return found;
  if (/[\n*_~`]/.test(withoutVariables(text)) || /\p{Extended_Pictographic}/u.test(text))
    found.push("A header has no line breaks, formatting or emoji");
  const [name, ...more] = variableNamesIn(text);
  if (more.length > 0) found.push("A header has at most one variable");
  else if (name !== undefined && isNumber(name) && name !== "1")
    found.push("The variable of a header is {{1}}, or has a name");
  return [...found, ...variableProblems(text)];
}

function bodyProblems(text: string): string[] {
  if (text === "") return ["Write the message"];
  const found = lengthProblems(text, bodyMax);
  if (text.length > longestBody) return found;
  found.push(...variableProblems(text));
  const names = variableNamesIn(text);
  found.push(...numberingProblems(names.filter(isNumber).map(Number)), ...placingProblems(text));
  const words = withoutVariables(text, " ")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  if (words < names.length * wordsPerVariable)
    found.push("Too many variables for so few words: write more text or use fewer variables");
  return found;
}

function placingProblems(text: string): string[] {
  const found: string[] = [];
  if (/^\{\{/.test(text) || /\}\}$/.test(text))
    found.push("A variable can't be the first or the last thing of the message");
  if (/\}\}\s*\{\{/.test(text)) found.push("Put words between two variables");
  return found;
}

function numberingProblems(numbers: number[]): string[] {
  const found: string[] = [];
  const sorted = [...numbers].sort((a, b) => a - b);
  const gap = sorted.findIndex((number, index) => number !== index + 1);
  if (gap >= 0) found.push(`Number the variables from {{1}} without gaps: {{${gap + 1}}} is missing`);
  if (numbers.some((number, index) => number !== sorted[index]))
    found.push("Let the numbers follow the text: {{1}} stands before {{2}}");
  return found;
}

function mixProblems({ header, body, cards }: TemplateContent): string[] {
  const names = [header, body, ...cards.map((card) => card.body)].flatMap(variableNamesIn);
  return names.some(isNumber) && !names.every(isNumber)
    ? ["Use numbers or names for the variables, not both in one template"]
    : [];
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
      const problem = button.value === "" ? "Enter the phone number" : numberProblem(button.value);
      note(field("value"), problem === undefined ? [] : [problem]);
    }
    note(field("kind"), placeProblems(button, earlier));
  });
}

/** Cards look alike: Meta wants the same buttons on each. */
function cardProblems(
  { cards, headerFormat, header, footer, buttons, cardFormat }: TemplateContent,
  note: Note,
  numberProblem: (phone: string) => string | undefined,
): void {
  if (cards.length === 0) return;
  if (cards.length < cardsMin)
    note("cards[0].body", [`A carousel has at least ${cardsMin} cards: add one more`]);
  if (headerFormat !== "TEXT" || header !== "")
    note("header", ["Beside a carousel there is no header: the cards have theirs"]);
  if (footer !== "") note("footer", ["Beside a carousel there is no footer"]);
  if (buttons.length > 0)
    note("buttons[0].kind", ["Beside a carousel there are no buttons: the cards have theirs"]);
  const shape = (card: Card) => card.buttons.map(({ kind }) => kind).join();
  cards.forEach((card, index) => {
    const field = (name: string) => `cards[${index}].${name}`;
    if (card.media === "") note(field("media"), [`Choose the ${fileWords[cardFormat]} of this card`]);
    note(field("body"), cardBodyProblems(card.body));
    if (card.buttons.length === 0) note(field("body"), ["A card has one or two buttons: add one"]);
    buttonProblems(card.buttons, field("buttons"), note, numberProblem);
    if (shape(card) !== shape(cards[0]!))
      note(field("body"), ["All cards have the same kinds of buttons, in the same order as the first card"]);
  });
}

type Card = TemplateContent["cards"][number];

function cardBodyProblems(text: string): string[] {
  if (text === "") return ["Write the text of this card"];
  return [
    ...lengthProblems(text, cardBodyMax),
    ...(text.length > longestHeader ? [] : [...variableProblems(text), ...placingProblems(text)]),
  ];
}

type Button = TemplateDraft["buttons"][number];

function copyCodeProblems(code: string): string[] {
  if (code === "") return ["Give an example of the code"];
  return /^[A-Za-z0-9]+$/.test(code) && code.length <= copyCodeMax
    ? []
    : [`A code has letters and digits alone, at most ${copyCodeMax}`];
}

function buttonTextProblems(text: string, earlier: Button[]): string[] {
  if (text === "") return ["Write what the button says"];
  const found = lengthProblems(text, buttonTextMax);
  if (earlier.some((other) => other.text.toLowerCase() === text.toLowerCase()))
    found.push("Two buttons can't say the same");
  return found;
}

function placeProblems(button: Button, earlier: Button[]): string[] {
  const found: string[] = [];
  const same = earlier.filter(({ kind }) => kind === button.kind).length + 1;
  if (button.kind === "URL" && same > 2) found.push("At most 2 buttons visit a website");
  if (button.kind === "PHONE_NUMBER" && same > 1) found.push("At most 1 button calls a number");
  if (button.kind === "COPY_CODE" && same > 1) found.push("At most 1 button copies a code");
  const isReply = button.kind === "QUICK_REPLY";
  const changes = [...earlier, button].filter(
    ({ kind }, place, all) =>
      place > 0 && (kind === "QUICK_REPLY") !== (all[place - 1]?.kind === "QUICK_REPLY"),
  ).length;
  if (changes > 1)
    found.push(`Keep quick replies together: ${isReply ? "move this up" : "put this before or after them"}`);
  return found;
}

function urlProblems(url: string): string[] {
  if (url === "") return ["Enter the address of the website"];
  const found = url.length > urlMax ? [`Use at most ${urlMax} characters`] : [];
  if (/[{}]/.test(url.replace(/\{\{1\}\}$/, "")))
    found.push("An address has one variable at most, {{1}}, at its end");
  const fixed = url.replaceAll(/[{}]/g, "");
  if (!URL.canParse(fixed) || !/^https?:\/\/[^/]+\.[^/]+/.test(fixed))
    found.push("Enter a full address, such as https://example.co.ke/track/");
  else if (isShortened(fixed)) found.push(shortenedText);
  return found;
}

const shorteners =
  /^(?:https?:\/\/)?(bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|buff\.ly|cutt\.ly|rb\.gy|shorturl\.at|rebrand\.ly|t\.ly|wa\.me)(\/|$)/i;
export const shortenedText =
  "Meta refuses shortened links and links to WhatsApp: write the full address of your own website";
export const isShortened = (url: string): boolean => shorteners.test(url);

/** Each row of the form that asks for an example has one. */
function sampleProblems(draft: TemplateContent, note: Note): void {
  draftVariables(draft).forEach(({ key, label }, index) => {
    const sample = draft.samples.find((given) => given.key === key)?.value ?? "";
    const field = `samples[${index}].value`;
    if (sample === "") note(field, [`Give an example of ${label}: Meta's reviewers read it`]);
    else if (/[\r\n\t]| {4,}/.test(sample)) note(field, ["An example has no line breaks or long gaps"]);
  });
}
