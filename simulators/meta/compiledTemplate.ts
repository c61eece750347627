import { isObject, listAt, objectAt, textAt } from "../kit/json.ts";
import { invalidParameter, whatsAppError } from "./graphError.ts";
import type { Reply } from "./reply.ts";
import type { MessageTemplate } from "./state.ts";
import {
  bodyText,
  componentOf,
  footerText,
  type TemplateButton,
  variablesIn,
  withoutVariables,
} from "./templateComponents.ts";

/** A template with its checks precomputed for sends (facts/whatsapp-cloud-api.md §8.4). */
export interface CompiledTemplate {
  template: MessageTemplate;
  category: string;
  named: boolean;
  headerFormat: string | undefined;
  headerText: string;
  headerVariables: string[];
  bodyText: string;
  bodyVariables: string[];
  bodyFixedLength: number;
  footerText: string | undefined;
  buttons: TemplateButton[];
  /** Buttons that cannot be sent without a parameter: position to `sub_type`. */
  requiredButtons: Map<number, string>;
  /** The cards of a carousel, each as a template of its own. */
  cards: CompiledTemplate[];
}

/** Whether a file of this id may be sent by the number. */
export type KnowsMedia = (id: string) => boolean;

const BODY_MAX = 1024;
const HEADER_MAX = 60;
const MEDIA_FORMATS = new Set(["IMAGE", "VIDEO", "DOCUMENT"]);
/** Parts whose parameters are accepted unchecked. */
const UNCHECKED_COMPONENTS = new Set(["limited_time_offer"]);
const FORBIDDEN_WHITESPACE = /[\n\t]| {5,}/;

export function compileTemplate(template: MessageTemplate): CompiledTemplate {
  const header = componentOf(template.components, "HEADER");
  const body = bodyText(template.category, componentOf(template.components, "BODY"));
  const buttons = componentOf(template.components, "BUTTONS")?.buttons ?? [];
  const requiredButtons = new Map<number, string>();
  buttons.forEach((button, index) => {
    const subType = requiredSubType(button);
    if (subType) requiredButtons.set(index, subType);
  });
  return {
    template,
    category: template.category.toLowerCase(),
    named: template.parameterFormat === "NAMED",
    headerFormat: header?.format?.toUpperCase() ?? (header ? "TEXT" : undefined),
    headerText: header?.text ?? "",
    headerVariables: variablesIn(header?.text ?? ""),
    bodyText: body,
    bodyVariables: variablesIn(body),
    bodyFixedLength: withoutVariables(body).length,
    footerText: footerText(template.category, componentOf(template.components, "FOOTER")),
    buttons,
    requiredButtons,
    cards: (componentOf(template.components, "CAROUSEL")?.cards ?? []).map(({ components = [] }) =>
      compileTemplate({ ...template, components }),
    ),
  };
}

function requiredSubType(button: TemplateButton): string | undefined {
  const type = button.type.toUpperCase();
  if (type === "URL" && variablesIn(button.url ?? "").length > 0) return "url";
  if (type === "OTP") return "url";
  return type === "COPY_CODE" ? "copy_code" : undefined;
}

/** Undefined when the send fits the template; else Meta's refusal. */
export function checkTemplateSend(
  compiled: CompiledTemplate,
  components: readonly unknown[],
  knowsMedia: KnowsMedia,
): Reply | undefined {
  let header: unknown;
  let body: unknown;
  let carousel: unknown;
  const buttons = new Map<number, unknown>();
  for (const component of components) {
    const type = textAt(component, "type")?.toLowerCase();
    if (type === "header") header = component;
    else if (type === "body") body = component;
    else if (type === "button") buttons.set(Number(textAt(component, "index") ?? "0"), component);
    else if (type === "carousel") carousel = component;
    else if (!UNCHECKED_COMPONENTS.has(type ?? ""))
      return whatsAppError(
        131009,
        `Param template['components']: unexpected component type ${type ?? "(none)"}.`,
      );
  }
  return (
    checkHeader(compiled, header, knowsMedia) ??
    checkBody(compiled, body) ??
    checkButtons(compiled, buttons) ??
    checkCards(compiled, listAt(carousel, "cards"), knowsMedia)
  );
}

/** Every card of the template must be given, by its index (§8.4). */
function checkCards(
  compiled: CompiledTemplate,
  cards: readonly unknown[],
  knowsMedia: KnowsMedia,
): Reply | undefined {
  if (cards.length !== compiled.cards.length)
    return whatsAppError(
      132000,
      `carousel: number of cards (${cards.length}) does not match the expected number of cards (${compiled.cards.length})`,
    );
  for (const [index, card] of compiled.cards.entries()) {
    const given = cards.find((each) => Number(textAt(each, "card_index")) === index);
    if (given === undefined) return whatsAppError(132000, `carousel: card ${index} is missing`);
    const problem = checkTemplateSend(card, listAt(given, "components"), knowsMedia);
    if (problem) return problem;
  }
  return undefined;
}

function checkHeader(compiled: CompiledTemplate, header: unknown, knowsMedia: KnowsMedia): Reply | undefined {
  const parameters = listAt(header, "parameters");
  const format = compiled.headerFormat;
  if (format === undefined || format === "TEXT") {
    const problem = checkTexts("header", compiled.named, compiled.headerVariables, parameters);
    if (problem) return problem;
    const length = withoutVariables(compiled.headerText).length + textLength(parameters);
    return length > HEADER_MAX
      ? whatsAppError(132005, `header: text is ${length} characters long, at most ${HEADER_MAX} are allowed`)
      : undefined;
  }
  const given = textAt(parameters[0], "type")?.toUpperCase();
  if (given !== format)
    return whatsAppError(
      132012,
      `header: Format mismatch, expected ${format}, received ${given ?? "UNKNOWN"}`,
    );
  if (format === "LOCATION") return checkLocation(objectAt(parameters[0], "location"));
  if (!MEDIA_FORMATS.has(format)) return undefined;
  const media = objectAt(parameters[0], format.toLowerCase());
  const id = textAt(media, "id");
  if (id !== undefined)
    return knowsMedia(id)
      ? undefined
      : invalidParameter("Param id is not that of a media object of this phone number.");
  if (textAt(media, "link")) return undefined;
  return whatsAppError(132012, `header: ${format} needs an id or a link`);
}

function checkLocation(location: unknown): Reply | undefined {
  const missing = ["latitude", "longitude", "name", "address"].find((part) => !textAt(location, part));
  if (missing) return whatsAppError(131008, `header: location['${missing}'] is required`);
  const isPlace =
    Math.abs(Number(textAt(location, "latitude"))) <= 90 &&
    Math.abs(Number(textAt(location, "longitude"))) <= 180;
  return isPlace ? undefined : whatsAppError(131009, "header: location is not a place on earth");
}

function checkBody(compiled: CompiledTemplate, body: unknown): Reply | undefined {
  const parameters = listAt(body, "parameters");
  const problem = checkTexts("body", compiled.named, compiled.bodyVariables, parameters);
  if (problem) return problem;
  const length = compiled.bodyFixedLength + textLength(parameters);
  return length > BODY_MAX
    ? whatsAppError(132005, `body: text is ${length} characters long, at most ${BODY_MAX} are allowed`)
    : undefined;
}

function checkTexts(
  place: string,
  named: boolean,
  variables: readonly string[],
  parameters: readonly unknown[],
): Reply | undefined {
  if (parameters.length !== variables.length) {
    return whatsAppError(
      132000,
      `${place}: number of localizable_params (${parameters.length}) does not match the expected number of params (${variables.length})`,
    );
  }
  const names = parameters.map((parameter) => textAt(parameter, "parameter_name"));
  if (named && new Set(names).size < names.length)
    return whatsAppError(132012, `${place}: a parameter name is given more than once`);
  for (const parameter of parameters) {
    const type = textAt(parameter, "type");
    if (type !== "text" && type !== "currency" && type !== "date_time") {
      return whatsAppError(
        132012,
        `${place}: Format mismatch, expected TEXT, received ${type?.toUpperCase() ?? "UNKNOWN"}`,
      );
    }
    const value = parameterText(parameter);
    if (value === undefined || value === "")
      return whatsAppError(131008, `${place}: a parameter has no text`);
    if (FORBIDDEN_WHITESPACE.test(value)) {
      return whatsAppError(
        132018,
        `${place}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`,
      );
    }
    if (named && !variables.includes(textAt(parameter, "parameter_name") ?? "")) {
      return whatsAppError(132012, `${place}: Parameter name is missing or empty, or not in the template`);
    }
  }
  return undefined;
}

function checkButtons(compiled: CompiledTemplate, given: ReadonlyMap<number, unknown>): Reply | undefined {
  for (const [index, subType] of compiled.requiredButtons) {
    const component = given.get(index);
    if (!component)
      return whatsAppError(
        131008,
        `buttons: Button at index ${index} of type ${subType} requires a parameter`,
      );
    if (textAt(component, "sub_type")?.toLowerCase() !== subType) {
      return whatsAppError(132012, `buttons: Button at index ${index} is of type ${subType}`);
    }
    const parameter = listAt(component, "parameters")[0];
    if (!textAt(parameter, subType === "copy_code" ? "coupon_code" : "text")) {
      return whatsAppError(
        131008,
        `buttons: Button at index ${index} of type ${subType} requires a parameter`,
      );
    }
  }
  for (const index of given.keys()) {
    const button = compiled.buttons[index];
    if (!button) return whatsAppError(132000, `buttons: there is no button at index ${index}`);
    if (button.type.toUpperCase() === "URL" && !compiled.requiredButtons.has(index)) {
      return whatsAppError(132018, `buttons: Button at index ${index} of type Url does not take a parameter`);
    }
  }
  return undefined;
}

/** The text of a parameter: its own, or the fallback of a currency or date. */
export function parameterText(parameter: unknown): string | undefined {
  if (!isObject(parameter)) return undefined;
  if (typeof parameter.text === "string") return parameter.text;
  return textAt(objectAt(parameter, "currency") ?? objectAt(parameter, "date_time"), "fallback_value");
}

function textLength(parameters: readonly unknown[]): number {
  let length = 0;
  for (const parameter of parameters) length += parameterText(parameter)?.length ?? 0;
  return length;
}
