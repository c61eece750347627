import { draftVariables } from "./draft.ts";
import type { TemplateContent, TemplateDraft } from "./schemas.ts";
import { variableNamesIn, withoutVariables } from "./variables.ts";

/** Messages by form field (`body`, `buttons[0].text`, `samples[2].value`). */
export type Problems = Record<string, string>;

const bodyMax = 1024;
const headerMax = 60;
const footerMax = 60;
const buttonTextMax = 25;
const urlMax = 2000;
const phoneMax = 20;
/** Meta refuses a text that is mostly variables (2388293); it wants about this many words for each. */
const wordsPerVariable = 2;

/** What Meta would refuse in a draft, said before it is sent (facts/whatsapp-cloud-api.md §8.1, §8.2). Empty: nothing known. */
export function problemsOf(draft: TemplateContent): Problems {
  if (draft.category === "AUTHENTICATION") return {};
  const problems: Problems = {};
  const note = (field: string, message: string | undefined) => {
    if (message !== undefined) problems[field] ??= message;
  };
  note("header", headerProblem(draft.header));
  note("body", bodyProblem(draft.body));
  note("body", mixProblem(draft));
  note("footer", footerProblem(draft.footer));
  buttonProblems(draft.buttons, note);
  return { ...problems, ...sampleProblems(draft) };
}

/** Braces that are not a well-formed variable, or a name that Meta does not take. */
function variableProblem(text: string): string | undefined {
  const rest = withoutVariables(text);
  if (/\{\{|\}\}/.test(rest)) return "Write each variable with two braces on both sides, such as {{1}}";
  const wrong = variableNamesIn(text).find((name) => !/^(\d+|[a-z][a-z0-9_]*)$/.test(name));
  return wrong === undefined
    ? undefined
    : `{{${wrong}}} is not a variable: use a number, or a name of lower-case letters, digits and underscores`;
}

function headerProblem(text: string): string | undefined {
  if (text === "") return undefined;
  if (text.length > headerMax) return `Use at most ${headerMax} characters (now ${text.length})`;
  if (/[\n*_~`]/.test(withoutVariables(text)) || /\p{Extended_Pictographic}/u.test(text))
    return "A header has no line breaks, formatting or emoji";
  const names = variableNamesIn(text);
  if (names.length > 1) return "A header has at most one variable";
  if (names[0] !== undefined && /^\d+$/.test(names[0]) && names[0] !== "1")
    return "The variable of a header is {{1}}, or has a name";
  return variableProblem(text);
}

function bodyProblem(text: string): string | undefined {
  if (text === "") return "Write the message";
  if (text.length > bodyMax) return `Use at most ${bodyMax} characters (now ${text.length})`;
  const wrong = variableProblem(text);
  if (wrong !== undefined) return wrong;
  const names = variableNamesIn(text);
  if (names.length === 0) return undefined;
  if (names.every((name) => /^\d+$/.test(name))) {
    const numbers = names.map(Number).sort((a, b) => a - b);
    const gap = numbers.findIndex((number, index) => number !== index + 1);
    if (gap >= 0) return `Number the variables from {{1}} without gaps: {{${gap + 1}}} is missing`;
    if (names.some((name, index) => Number(name) !== index + 1))
      return "Let the numbers follow the text: {{1}} stands before {{2}}";
  }
  if (/^\{\{/.test(text) || /\}\}$/.test(text))
    return "A variable can't be the first or the last thing of the message";
  if (/\}\}\s*\{\{/.test(text)) return "Put words between two variables";
  const words = withoutVariables(text, " ")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return words < names.length * wordsPerVariable
    ? "Too many variables for so few words: write more text or use fewer variables"
    : undefined;
}

function mixProblem(draft: TemplateContent): string | undefined {
  if (isTooLong(draft)) return undefined;
  const names = [...variableNamesIn(draft.header), ...variableNamesIn(draft.body)];
  const numbered = names.filter((name) => /^\d+$/.test(name));
  return numbered.length > 0 && numbered.length < names.length
    ? "Use numbers or names for the variables, not both in one template"
    : undefined;
}

function footerProblem(text: string): string | undefined {
  if (text.length > footerMax) return `Use at most ${footerMax} characters (now ${text.length})`;
  return text.includes("{{") ? "A footer has no variables" : undefined;
}

type Note = (field: string, message: string | undefined) => void;

function buttonProblems(buttons: TemplateDraft["buttons"], note: Note): void {
  buttons.forEach((button, index) => {
    const field = (name: string) => `buttons[${index}].${name}`;
    const earlier = buttons.slice(0, index);
    if (button.text === "") note(field("text"), "Write what the button says");
    else if (button.text.length > buttonTextMax)
      note(field("text"), `Use at most ${buttonTextMax} characters (now ${button.text.length})`);
    else if (earlier.some(({ text }) => text.toLowerCase() === button.text.toLowerCase()))
      note(field("text"), "Two buttons can't say the same");
    if (button.kind === "URL") note(field("value"), urlProblem(button.value));
    if (button.kind === "PHONE_NUMBER") note(field("value"), phoneProblem(button.value));
    const same = earlier.filter(({ kind }) => kind === button.kind).length + 1;
    if (button.kind === "URL" && same > 2) note(field("kind"), "At most 2 buttons visit a website");
    if (button.kind === "PHONE_NUMBER" && same > 1) note(field("kind"), "At most 1 button calls a number");
    const isReply = button.kind === "QUICK_REPLY";
    const changes = [...earlier, button].filter(
      ({ kind }, place, all) =>
        place > 0 && (kind === "QUICK_REPLY") !== (all[place - 1]?.kind === "QUICK_REPLY"),
    ).length;
    if (changes > 1)
      note(
        field("kind"),
        `Keep quick replies together: ${isReply ? "move this up" : "put this before or after them"}`,
      );
  });
}

function urlProblem(url: string): string | undefined {
  if (url === "") return "Enter the address of the website";
  if (url.length > urlMax) return `Use at most ${urlMax} characters`;
  const fixed = url.replace(/\{\{1\}\}$/, "");
  if (/[{}]/.test(fixed)) return "An address has one variable at most, {{1}}, at its end";
  if (!URL.canParse(fixed) || !/^https?:\/\/[^/]+\.[^/]+/.test(fixed))
    return "Enter a full address, such as https://example.co.ke/track/";
  return undefined;
}

function phoneProblem(phone: string): string | undefined {
  const compact = phone.replaceAll(/[\s()-]/g, "");
  if (!/^\+\d{8,15}$/.test(compact))
    return "Enter the number with its country code, such as +254 700 111 222";
  return compact.length > phoneMax ? `Use at most ${phoneMax} characters` : undefined;
}

/** Of a text beyond the limits nothing more is told. */
const isTooLong = ({ header, body }: TemplateContent) => header.length > headerMax || body.length > bodyMax;

/** Each row of the form that asks for an example has one. */
function sampleProblems(draft: TemplateContent): Problems {
  const problems: Problems = {};
  if (isTooLong(draft)) return problems;
  draftVariables(draft).forEach(({ key, label }, index) => {
    const sample = draft.samples.find((given) => given.key === key)?.value ?? "";
    const field = `samples[${index}].value`;
    if (sample === "") problems[field] = `Give an example of ${label}: Meta's reviewers read it`;
    else if (/[\r\n\t]| {4,}/.test(sample)) problems[field] = "An example has no line breaks or long gaps";
  });
  return problems;
}
