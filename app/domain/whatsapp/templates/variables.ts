import type { TemplateButton, TemplateComponent } from "#app/db/schema/whatsapp.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";

export type ParameterFormat = "positional" | "named";

/** A place in a template that gets a value for each recipient. */
export interface TemplateVariable {
  /**
   * Under which name values are given, unique in the template: the bare number or name for the body (`1`, `first_name`),
   * `header:1` for a positional header, `button:0` for the end of the address of the button at that index.
   * A named variable that stands in header and body is one variable.
   */
  key: string;
  place: "header" | "body" | "button";
  /** As members read it: `{{1}}`, `{{first_name}}`, `end of the link “Track order”`. */
  label: string;
  /** The sample that Meta's reviewers saw, or an empty text. */
  sample: string;
}

export interface RenderedButton {
  type: TemplateButton["type"];
  text: string;
  url?: string;
  phoneNumber?: string;
}

/** A template as a customer reads it. */
export interface RenderedTemplate {
  header: { format: "TEXT" | "IMAGE" | "VIDEO" | "DOCUMENT" | "GIF" | "LOCATION"; text: string } | null;
  body: string;
  footer: string | null;
  buttons: RenderedButton[];
}

export interface TextParameter {
  type: "text";
  text: string;
  parameter_name?: string;
}
export type SendComponent =
  | { type: "header" | "body"; parameters: TextParameter[] }
  | { type: "button"; sub_type: "url"; index: string; parameters: TextParameter[] };

/** Blanks beside the name are trimmed in code: a pattern that looks for them takes cubic time on a text of blanks. */
const placeholder = /\{\{([^{}]*)\}\}/g;

/** Names or numbers of the variables of a text in order of appearance, each once. */
export function variableNamesIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => (match[1] ?? "").trim()))];
}

/** Replaces variables by values; a variable without a value stays as it is written. */
export function fillText(text: string, lookUp: (name: string) => string | undefined): string {
  return text.replaceAll(placeholder, (whole, name: string) => lookUp(name.trim()) || whole);
}

/** The text with `instead` in the place of every variable. */
export function withoutVariables(text: string, instead = ""): string {
  return text.replaceAll(placeholder, () => instead);
}

const isNumber = (name: string) => /^\d+$/.test(name);
/** A positional header counts from 1 on its own, so its key tells the place. */
export const headerKey = (name: string) => (isNumber(name) ? `header:${name}` : name);
const buttonKey = (index: number) => `button:${index}`;

/** Everything in a template that wants a value, in reading order, each key once. */
export function variablesOf(components: readonly TemplateComponent[]): TemplateVariable[] {
  const found = new Map<string, TemplateVariable>();
  const add = (variable: TemplateVariable) => {
    if (!found.has(variable.key)) found.set(variable.key, variable);
  };
  for (const component of components) {
    if (component.type === "HEADER" && component.format === "TEXT") {
      const { header_text: positional, header_text_named_params: named } = component.example ?? {};
      variableNamesIn(component.text).forEach((name, index) => {
        const sample = isNumber(name)
          ? positional?.[index]
          : named?.find((p) => p.param_name === name)?.example;
        add({
          key: headerKey(name),
          place: "header",
          label: `{{${name}}} in the header`,
          sample: sample ?? "",
        });
      });
    }
    if (component.type === "BODY") {
      const { body_text: positional, body_text_named_params: named } = component.example ?? {};
      variableNamesIn(component.text).forEach((name, index) => {
        const sample = isNumber(name)
          ? positional?.[0]?.[index]
          : named?.find((p) => p.param_name === name)?.example;
        add({ key: name, place: "body", label: `{{${name}}}`, sample: sample ?? "" });
      });
    }
    if (component.type === "BUTTONS") {
      component.buttons.forEach((button, index) => {
        if (button.type !== "URL" || variableNamesIn(button.url).length === 0) return;
        add({
          key: buttonKey(index),
          place: "button",
          label: `End of the link “${button.text}”`,
          sample: suffixOf(button.url, button.example?.[0] ?? ""),
        });
      });
    }
  }
  return [...found.values()];
}

/** Meta takes the whole address or just its end as the sample of a link. */
function suffixOf(url: string, sample: string): string {
  const fixed = withoutVariables(url);
  return sample.startsWith(fixed) ? sample.slice(fixed.length) : sample;
}

/** The samples as values, to show a template before anybody gave values. */
export function sampleValues(components: readonly TemplateComponent[]): Record<string, string> {
  return Object.fromEntries(variablesOf(components).map(({ key, sample }) => [key, sample]));
}

/** Fills a template with values by variable key. Variables without a value stay visible as `{{name}}`. */
export function renderTemplate(
  components: readonly TemplateComponent[],
  values: Readonly<Record<string, string>>,
): RenderedTemplate {
  const rendered: RenderedTemplate = { header: null, body: "", footer: null, buttons: [] };
  for (const component of components) {
    if (component.type === "HEADER") {
      const text =
        component.format === "TEXT" ? fillText(component.text, (name) => values[headerKey(name)]) : "";
      rendered.header = { format: component.format, text };
    } else if (component.type === "BODY") {
      rendered.body = fillText(component.text, (name) => values[name]);
    } else if (component.type === "FOOTER") {
      rendered.footer = component.text;
    } else if (component.type === "BUTTONS") {
      rendered.buttons = component.buttons.map((button, index) => renderButton(button, index, values));
    }
  }
  return rendered;
}

function renderButton(
  button: TemplateButton,
  index: number,
  values: Readonly<Record<string, string>>,
): RenderedButton {
  const shown: RenderedButton = { type: button.type, text: button.text };
  if (button.type === "URL") shown.url = fillText(button.url, () => values[buttonKey(index)]);
  if (button.type === "PHONE_NUMBER") shown.phoneNumber = button.phone_number;
  return shown;
}

/** The keys that have no value yet. */
export function missingVariables(
  components: readonly TemplateComponent[],
  values: Readonly<Record<string, string>>,
): string[] {
  return variablesOf(components)
    .map(({ key }) => key)
    .filter((key) => cleanParameter(values[key] ?? "") === "");
}

/** Meta refuses line breaks, tabs and runs of spaces in a value (132018): each run becomes one space. */
export function cleanParameter(text: string): string {
  return text.replaceAll(/[\r\n\t]+| {4,}/g, " ").trim();
}

/** One part of a send that takes values: which component it is, and its variables in order. */
interface Slot {
  part: { type: "header" | "body" } | { type: "button"; sub_type: "url"; index: string };
  variables: { key: string; name?: string }[];
}

/** A campaign reads its template once and fills it for every recipient. */
const slotsOfTemplates = new WeakMap<readonly TemplateComponent[], Slot[]>();

function slotsOf(components: readonly TemplateComponent[]): Slot[] {
  const known = slotsOfTemplates.get(components);
  if (known) return known;
  const slots: Slot[] = [];
  for (const component of components) {
    if (component.type === "HEADER" && component.format === "TEXT") {
      const variables = variableNamesIn(component.text).map((name) => ({ key: headerKey(name), name }));
      slots.push({ part: { type: "header" }, variables });
    } else if (component.type === "BODY") {
      const variables = variableNamesIn(component.text).map((name) => ({ key: name, name }));
      slots.push({ part: { type: "body" }, variables });
    } else if (component.type === "BUTTONS") {
      component.buttons.forEach((button, index) => {
        const part = { type: "button", sub_type: "url", index: String(index) } as const;
        if (button.type === "OTP") slots.push({ part, variables: [{ key: "1" }] });
        if (button.type === "URL" && variableNamesIn(button.url).length > 0)
          slots.push({ part, variables: [{ key: buttonKey(index) }] });
      });
    }
  }
  const filled = slots.filter(({ variables }) => variables.length > 0);
  slotsOfTemplates.set(components, filled);
  return filled;
}

/**
 * Meta's `template.components` of a send (facts/whatsapp-cloud-api.md §8.4). A one-time code goes to body and button.
 * @throws DomainError `template.variables_missing` when a variable has no value.
 */
export function buildSendComponents(
  components: readonly TemplateComponent[],
  values: Readonly<Record<string, string>>,
  format: ParameterFormat,
): SendComponent[] {
  const parameter = ({ key, name }: Slot["variables"][number]): TextParameter => {
    const text = cleanParameter(values[key] ?? "");
    if (text === "") {
      throw whatsappError("template.variables_missing", {
        values: { variable: `{{${key}}}` },
        fields: { [`variables.${key}`]: "Give a value for this variable" },
      });
    }
    return format === "named" && name !== undefined
      ? { type: "text", text, parameter_name: name }
      : { type: "text", text };
  };
  return slotsOf(components).map(({ part, variables }) => ({
    ...part,
    parameters: variables.map(parameter),
  }));
}

const otherParts: Record<string, string> = {
  CAROUSEL: "a carousel",
  LIMITED_TIME_OFFER: "a limited-time offer",
  CALL_PERMISSION_REQUEST: "a request for permission to call",
};

/**
 * Why a template cannot be sent from here although Meta approved it, or null. Supported are text headers, body, footer and
 * the buttons of our form (facts/whatsapp-cloud-api.md §8.4).
 */
export function unsupportedPart(components: readonly TemplateComponent[]): string | null {
  for (const component of components) {
    if (component.type === "HEADER" && component.format !== "TEXT")
      return `Its header is a ${component.format.toLowerCase()}, which can't be sent from here yet.`;
    else if (component.type === "BUTTONS") {
      const other = component.buttons.find(
        ({ type }) => !["QUICK_REPLY", "URL", "PHONE_NUMBER", "OTP"].includes(type),
      );
      if (other) return `It has a button of type ${other.type}, which can't be sent from here yet.`;
    } else if (!["HEADER", "BODY", "FOOTER"].includes(component.type)) {
      const part = otherParts[component.type] ?? `a part of type ${component.type}`;
      return `It has ${part}, which can't be sent from here yet.`;
    }
  }
  return null;
}
