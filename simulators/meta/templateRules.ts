import { isObject } from "../kit/json.ts";
import { checkAuthentication, missingField } from "./authenticationRules.ts";
import { type TemplateErrorTexts, templateError } from "./graphError.ts";
import type { Reply } from "./reply.ts";
import {
  componentOf,
  type TemplateButton,
  type TemplateComponent,
  variablesIn,
  withoutVariables,
} from "./templateComponents.ts";
import { LANGUAGES } from "./templateLanguages.ts";

/** Checks when a template is created or edited (facts/whatsapp-cloud-api.md §8.1, §8.2). */

const NAME_PATTERN = /^[a-z0-9_]{1,512}$/;
const CATEGORIES = new Set(["MARKETING", "UTILITY", "AUTHENTICATION"]);
const HEADER_FORMATS = new Set(["TEXT", "IMAGE", "VIDEO", "DOCUMENT", "LOCATION", "GIF"]);
const BODY_MAX = 1024;
const HEADER_MAX = 60;
const FOOTER_MAX = 60;
const BUTTON_TEXT_MAX = 25;
const COPY_CODE_MAX = 15;
/** At least this many words of plain text for each variable, or the template counts as mostly variables. */
const WORDS_PER_VARIABLE = 2;

export interface TemplateDraft {
  name: string;
  language: string;
  category: string;
  components: TemplateComponent[];
  named: boolean;
  /** The type of an uploaded sample, by its handle. */
  typeOf: (handle: string) => string | undefined;
}

export function checkDraft(draft: TemplateDraft): Reply | undefined {
  if (!NAME_PATTERN.test(draft.name)) {
    return refuse({
      title: "Invalid template name",
      message: "The name can only have lowercase letters, numbers and underscores, up to 512 characters.",
    });
  }
  if (!LANGUAGES.has(draft.language)) {
    return refuse({ title: "Invalid language", message: `Language ${draft.language} is not supported.` });
  }
  if (!CATEGORIES.has(draft.category)) {
    return refuse({
      title: "Invalid category",
      message: "The category must be one of AUTHENTICATION, MARKETING, UTILITY.",
    });
  }
  return checkComponents(draft);
}

export function checkComponents(draft: TemplateDraft): Reply | undefined {
  const types = draft.components.map(({ type }) => type.toUpperCase());
  const twice = types.find((type, index) => types.indexOf(type) < index);
  if (twice) return refuse({ title: "Invalid components", message: `There can be one ${twice} at most.` });
  const body = componentOf(draft.components, "BODY");
  if (!body) return missingField("components", "BODY");
  const buttons = componentOf(draft.components, "BUTTONS")?.buttons;
  if (draft.category === "AUTHENTICATION") return checkAuthentication(body, buttons ?? []);
  const carousel = componentOf(draft.components, "CAROUSEL");
  return (
    checkHeader(componentOf(draft.components, "HEADER"), draft) ??
    checkBody(body, draft.named, BODY_MAX) ??
    checkFooter(componentOf(draft.components, "FOOTER")) ??
    checkButtons(buttons) ??
    (carousel && checkCarousel(carousel, draft))
  );
}

const CARD_BODY_MAX = 160;

/**
 * 2 to 10 cards of the same layout: header of one format, text, one or two buttons of the same kinds (§8.2).
 */
function checkCarousel({ cards = [] }: TemplateComponent, draft: TemplateDraft): Reply | undefined {
  const title = "Carousel is not valid";
  if (draft.components.length > 2)
    return refuse({ title, message: "A carousel template has a body and a carousel, nothing else." });
  if (cards.length < 2 || cards.length > 10)
    return refuse({ title, message: "A carousel can have 2 to 10 cards." });
  const shapes = cards.map(({ components = [] }) => {
    const buttons = componentOf(components, "BUTTONS")?.buttons ?? [];
    return [componentOf(components, "HEADER")?.format, ...buttons.map(({ type }) => type)]
      .join()
      .toUpperCase();
  });
  if (new Set(shapes).size > 1)
    return refuse({ title, message: "All cards must have the same header format and the same buttons." });
  for (const { components = [] } of cards) {
    const problem = checkCard(components, draft, title);
    if (problem) return problem;
  }
  return undefined;
}

function checkCard(components: TemplateComponent[], draft: TemplateDraft, title: string): Reply | undefined {
  const header = componentOf(components, "HEADER");
  const body = componentOf(components, "BODY");
  const buttons = componentOf(components, "BUTTONS")?.buttons;
  if (!/^(IMAGE|VIDEO)$/i.test(header?.format ?? ""))
    return refuse({ title, message: "A card needs a header with an image or a video." });
  if (!body) return missingField("CAROUSEL", "BODY");
  if (!buttons || buttons.length > 2) return refuse({ title, message: "A card can have 1 or 2 buttons." });
  return checkHeader(header, draft) ?? checkBody(body, draft.named, CARD_BODY_MAX) ?? checkButtons(buttons);
}

function refuse(texts: TemplateErrorTexts): Reply {
  return templateError(texts);
}

function tooLong(place: string, limit: number): Reply {
  return refuse({
    subcode: 2388040,
    title: "Character limit exceeded",
    message: `The ${place} can have at most ${limit} characters.`,
  });
}

const SAMPLE_TYPES: Readonly<Record<string, RegExp>> = {
  IMAGE: /^image\/(jpeg|png)$/,
  VIDEO: /^video\/(mp4|3gpp)$/,
  DOCUMENT: /^application\/pdf$/,
  GIF: /^video\/mp4$/,
};

/** The sample must have been uploaded by a resumable upload, in the header's format (§7). */
function checkSample(
  format: string,
  header: TemplateComponent,
  { typeOf }: TemplateDraft,
): Reply | undefined {
  const handles = header.example?.header_handle;
  if (!hasSamples(handles, 1)) return missingField("HEADER", "example");
  const type = typeOf(String((handles as unknown[])[0]));
  if (type !== undefined && SAMPLE_TYPES[format]?.test(type)) return undefined;
  return refuse({
    subcode: 2388273,
    title: "Media handle is not valid",
    message: `The sample of the header is not an uploaded ${format.toLowerCase()}.`,
  });
}

function checkHeader(header: TemplateComponent | undefined, draft: TemplateDraft): Reply | undefined {
  const { named } = draft;
  if (!header) return undefined;
  const format = header.format?.toUpperCase();
  const title = "Message header format is incorrect";
  if (!format || !HEADER_FORMATS.has(format))
    return refuse({ subcode: 2388047, title, message: "The header needs a supported format." });
  if (format === "LOCATION") return undefined;
  if (format !== "TEXT") return checkSample(format, header, draft);
  const text = header.text ?? "";
  if (text === "") return missingField("HEADER", "text");
  if (text.length > HEADER_MAX) return tooLong("header", HEADER_MAX);
  if (/[\n*]/.test(text))
    return refuse({ subcode: 2388047, title, message: "The header cannot have new lines or formatting." });
  const variables = variablesIn(text);
  if (variables.length > 1)
    return refuse({ subcode: 2388047, title, message: "The header can have one variable at most." });
  if (variables.length === 0) return undefined;
  const samples = named ? header.example?.header_text_named_params : header.example?.header_text;
  return hasSamples(samples, 1) ? undefined : missingField("HEADER", "example");
}

function checkBody(body: TemplateComponent, named: boolean, max: number): Reply | undefined {
  const text = body.text ?? "";
  if (text.trim() === "") return missingField("BODY", "text");
  if (text.length > max) return tooLong("body", max);
  const variables = variablesIn(text);
  if (variables.length === 0) return undefined;
  const title = "Message body format is incorrect";
  if (named && variables.some((name) => !/^[a-z_][a-z0-9_]*$/.test(name))) {
    return refuse({
      subcode: 2388072,
      title,
      message: "Variable names can only have lowercase letters, numbers and underscores.",
    });
  }
  if (!named && variables.some((name, index) => name !== String(index + 1))) {
    return refuse({
      subcode: 2388072,
      title,
      message: "Variables must be numbered from {{1}} without gaps.",
    });
  }
  if (/^\s*\{\{|\}\}\s*$/.test(text)) {
    return refuse({
      subcode: 2388299,
      title: "Leading or trailing parameters not allowed",
      message: "Variables can't be at the start or end of the template.",
    });
  }
  const words = withoutVariables(text)
    .split(/\s+/)
    .filter((word) => /\p{L}|\p{N}/u.test(word)).length;
  if (words < variables.length * WORDS_PER_VARIABLE) {
    return refuse({
      subcode: 2388293,
      title: "Parameters to words ratio exceeded",
      message:
        "This template has too many variables for its length. Reduce the number of variables or increase the message length.",
    });
  }
  const samples = named ? body.example?.body_text_named_params : firstRow(body.example?.body_text);
  return hasSamples(samples, variables.length) ? undefined : missingField("BODY", "example");
}

function checkFooter(footer: TemplateComponent | undefined): Reply | undefined {
  if (!footer) return undefined;
  const text = footer.text ?? "";
  if (text === "") return missingField("FOOTER", "text");
  if (text.length > FOOTER_MAX) return tooLong("footer", FOOTER_MAX);
  if (variablesIn(text).length === 0) return undefined;
  return refuse({
    subcode: 2388073,
    title: "Message footer format is incorrect",
    message: "The footer cannot have variables.",
  });
}

const BUTTON_LIMITS: Readonly<Record<string, number>> = {
  QUICK_REPLY: 10,
  URL: 2,
  PHONE_NUMBER: 1,
  COPY_CODE: 1,
  FLOW: 1,
  CATALOG: 1,
  MPM: 1,
  SPM: 1,
  VOICE_CALL: 1,
  REQUEST_CONTACT_INFO: 1,
};

function checkButtons(buttons: TemplateButton[] | undefined): Reply | undefined {
  if (buttons === undefined) return undefined;
  const title = "Buttons are not valid";
  if (buttons.length < 1 || buttons.length > 10)
    return refuse({ title, message: "A template can have 1 to 10 buttons." });
  const types = buttons.map((button) => button.type.toUpperCase());
  for (const type of new Set(types)) {
    const limit = BUTTON_LIMITS[type];
    if (limit === undefined) return refuse({ title, message: `Button type ${type} is not supported.` });
    if (types.filter((other) => other === type).length > limit)
      return refuse({ title, message: `At most ${limit} ${type} buttons are allowed.` });
  }
  const isReply = types.map((type) => type === "QUICK_REPLY");
  const changes = isReply.filter((value, index) => index > 0 && value !== isReply[index - 1]).length;
  if (changes > 1)
    return refuse({ title, message: "Quick reply buttons must stand together, before or after the others." });
  for (const button of buttons) {
    const problem = checkButton(button, title);
    if (problem) return problem;
  }
  return undefined;
}

function checkButton(button: TemplateButton, title: string): Reply | undefined {
  const type = button.type.toUpperCase();
  if (type !== "COPY_CODE" && !button.text) return missingField("BUTTONS", "text");
  if ((button.text?.length ?? 0) > BUTTON_TEXT_MAX) return tooLong("button text", BUTTON_TEXT_MAX);
  if (type === "PHONE_NUMBER" && !button.phone_number) return missingField("BUTTONS", "phone_number");
  if ((button.phone_number?.length ?? 0) > 20) return tooLong("phone number", 20);
  if (type === "COPY_CODE" && !button.example) return missingField("BUTTONS", "example");
  if (type === "COPY_CODE" && String(button.example).length > COPY_CODE_MAX)
    return tooLong("coupon code", COPY_CODE_MAX);
  if (type !== "URL") return undefined;
  const url = button.url ?? "";
  if (url === "") return missingField("BUTTONS", "url");
  if (url.length > 2000) return tooLong("button URL", 2000);
  if (variablesIn(url).length === 0) return undefined;
  if (!/^[^{}]+\{\{1\}\}$/.test(url))
    return refuse({ title, message: "A URL can have one variable, {{1}}, at its end." });
  return button.example && button.example.length > 0 ? undefined : missingField("BUTTONS", "example");
}

function firstRow(value: unknown): unknown {
  return Array.isArray(value) && Array.isArray(value[0]) ? value[0] : value;
}

function hasSamples(value: unknown, count: number): boolean {
  return (
    Array.isArray(value) &&
    value.length >= count &&
    value.every((sample) => (isObject(sample) ? sample.example : sample))
  );
}
