import type { TemplateButton, TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type ParameterFormat = "positional" | "named";
type MediaFormat = "IMAGE" | "VIDEO" | "DOCUMENT";

/** A placeholder in a template that gets a value per recipient. */
export interface TemplateVariable {
  /**
   * The name under which its value is given, unique in the template: the bare number or name for the body
   * (`1`, `first_name`), `header:1` for a positional header, `header:media` for its file, `header:latitude`
   * and the like for its location, `button:0` for the end of the address, or the code, of the button at that
   * index. Keys in a carousel card start with the card: `card:0:header:media`. A named variable in both
   * header and body is one variable.
   */
  key: string;
  place: "header" | "body" | "button" | "card";
  /** The kind of its value: a text, a file's id, a code to copy, or a coordinate. */
  kind: "text" | "image" | "video" | "document" | "code" | "coordinate";
  /** For members: `{{1}}`, `{{first_name}}`, `End of the link “Track order”`. */
  label: string;
  /** The sample shown to Meta's reviewers, or an empty text. */
  sample: string;
}

export const isMedia = ({ kind }: Pick<TemplateVariable, "kind">): boolean =>
  kind === "image" || kind === "video" || kind === "document";

export interface RenderedButton {
  type: TemplateButton["type"];
  text: string;
  url?: string;
  phoneNumber?: string;
  /** The copied code. */
  code?: string;
}

export interface RenderedHeader {
  format: "TEXT" | "IMAGE" | "VIDEO" | "DOCUMENT" | "GIF" | "LOCATION";
  text: string;
  /** Id of the uploaded file, if given. */
  mediaId?: string;
}

/** A card of a carousel. */
export interface RenderedCard {
  header: RenderedHeader | null;
  body: string;
  buttons: RenderedButton[];
}

/** A template as customers see it. */
export interface RenderedTemplate {
  header: RenderedHeader | null;
  body: string;
  footer: string | null;
  buttons: RenderedButton[];
  cards?: RenderedCard[];
}

/** Blanks next to the name are trimmed in code: a pattern for them takes cubic time on a text of blanks. */
const placeholder = /\{\{([^{}]*)\}\}/g;

/** Names or numbers of a text's variables in order of appearance, each once. */
export function variableNamesIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => (match[1] ?? "").trim()))];
}

/** Replaces variables by values; a variable without a value is unchanged. */
export function fillText(text: string, lookUp: (name: string) => string | undefined): string {
  return text.replaceAll(placeholder, (whole, name: string) => lookUp(name.trim()) || whole);
}

/** The text with every variable replaced by `instead`. */
export function withoutVariables(text: string, instead = ""): string {
  return text.replaceAll(placeholder, () => instead);
}

const isNumber = (name: string) => /^\d+$/.test(name);
/** A positional header counts from 1 separately, so its key includes the place. */
export const headerKey = (name: string) => (isNumber(name) ? `header:${name}` : name);
export const mediaKey = "header:media";
export const locationKeys = ["header:latitude", "header:longitude", "header:name", "header:address"] as const;
const locationLabels: Record<(typeof locationKeys)[number], string> = lazy({
  "header:latitude": m.templates_location_header_latitude,
  "header:longitude": m.templates_location_header_longitude,
  "header:name": m.templates_location_header_name,
  "header:address": m.templates_location_header_address,
});
const buttonKey = (index: number) => `button:${index}`;
export const cardPrefix = (index: number) => `card:${index}:`;

export const mediaFormatOf = (format: string): MediaFormat | null =>
  format === "IMAGE" || format === "VIDEO" || format === "DOCUMENT" ? format : null;

interface Part {
  component: TemplateComponent;
  prefix: string;
  card: number | null;
}

/** Parts in reading order: the message's own, then those of each card with the prefix of its keys. */
export function partsOf(components: readonly TemplateComponent[]): Part[] {
  return components.flatMap((component): Part[] =>
    component.type === "CAROUSEL"
      ? (component.cards ?? []).flatMap(({ components: parts }, card) =>
          parts.map((part) => ({ component: part, prefix: cardPrefix(card), card })),
        )
      : [{ component, prefix: "", card: null }],
  );
}

/** All variables of a template in reading order, each key once. */
export function variablesOf(components: readonly TemplateComponent[]): TemplateVariable[] {
  const found = new Map<string, TemplateVariable>();
  for (const { component, prefix, card } of partsOf(components)) {
    for (const variable of variablesOfPart(component)) {
      const key = `${prefix}${variable.key}`;
      if (found.has(key)) continue;
      found.set(
        key,
        card === null
          ? variable
          : {
              ...variable,
              key,
              place: "card",
              label: m.templates_variable_on_card({ card: card + 1, variableLabel: variable.label }),
            },
      );
    }
  }
  return [...found.values()];
}

function variablesOfPart(component: TemplateComponent): TemplateVariable[] {
  switch (component.type) {
    case "HEADER":
      return headerVariables(component);
    case "BODY":
      return variableNamesIn(component.text).map((name, index) => ({
        key: name,
        place: "body",
        kind: "text",
        label: `{{${name}}}`,
        sample: sampleOf(
          name,
          index,
          component.example?.body_text?.[0],
          component.example?.body_text_named_params,
        ),
      }));
    case "BUTTONS":
      return component.buttons.flatMap((button, index) => buttonVariable(button, index) ?? []);
    default:
      return [];
  }
}

type Named = { param_name: string; example: string }[] | undefined;

const sampleOf = (name: string, index: number, positional: string[] | undefined, named: Named): string =>
  (isNumber(name) ? positional?.[index] : named?.find((p) => p.param_name === name)?.example) ?? "";

function headerVariables(header: TemplateComponent & { type: "HEADER" }): TemplateVariable[] {
  if (header.format === "TEXT") {
    const { header_text: positional, header_text_named_params: named } = header.example ?? {};
    return variableNamesIn(header.text).map((name, index) => ({
      key: headerKey(name),
      place: "header",
      kind: "text",
      label: m.templates_variable_in_header({ name }),
      sample: sampleOf(name, index, positional, named),
    }));
  }
  if (header.format === "LOCATION")
    return locationKeys.map((key) => ({
      key,
      place: "header",
      kind: /tude$/.test(key) ? "coordinate" : "text",
      label: locationLabels[key],
      sample: "",
    }));
  const format = mediaFormatOf(header.format);
  if (!format) return [];
  const kind = format.toLowerCase() as "image" | "video" | "document";
  return [{ key: mediaKey, place: "header", kind, label: mediaLabels[kind], sample: header.media_id ?? "" }];
}

const mediaLabels = lazy({
  image: m.templates_media_image,
  video: m.templates_media_video,
  document: m.templates_media_document,
});

function buttonVariable(button: TemplateButton, index: number): TemplateVariable | null {
  const common = { key: buttonKey(index), place: "button" } as const;
  if (button.type === "COPY_CODE")
    return {
      ...common,
      kind: "code",
      label: m.templates_variable_code_to_copy(),
      sample: button.example ?? "",
    };
  if (button.type !== "URL" || variableNamesIn(button.url).length === 0) return null;
  const sample = suffixOf(button.url, button.example?.[0] ?? "");
  return {
    ...common,
    kind: "text",
    label: m.templates_variable_end_of_link({ buttonText: button.text }),
    sample,
  };
}

/** Meta accepts the whole address or only its end as a link's sample. */
function suffixOf(url: string, sample: string): string {
  const fixed = withoutVariables(url);
  return sample.startsWith(fixed) ? sample.slice(fixed.length) : sample;
}

/** Samples as values, for previews before values are given. */
export function sampleValues(components: readonly TemplateComponent[]): Record<string, string> {
  return Object.fromEntries(variablesOf(components).map(({ key, sample }) => [key, sample]));
}

type Values = Readonly<Record<string, string>>;

/** Fills a template with values by variable key. Variables without a value stay visible as `{{name}}`. */
export function renderTemplate(components: readonly TemplateComponent[], values: Values): RenderedTemplate {
  const rendered: RenderedTemplate = { header: null, body: "", footer: null, buttons: [] };
  renderParts(rendered, components, values, "");
  return rendered;
}

function renderParts(
  rendered: RenderedTemplate,
  components: readonly TemplateComponent[],
  values: Values,
  prefix: string,
): void {
  for (const component of components) {
    if (component.type === "HEADER") rendered.header = renderHeader(component, values, prefix);
    else if (component.type === "BODY")
      rendered.body = fillText(component.text, (name) => values[`${prefix}${name}`]);
    else if (component.type === "FOOTER") rendered.footer = component.text;
    else if (component.type === "BUTTONS")
      rendered.buttons = component.buttons.map((button, index) =>
        renderButton(button, values[`${prefix}${buttonKey(index)}`]),
      );
    else if (component.type === "CAROUSEL" && component.cards)
      rendered.cards = component.cards.map((card, index) => renderCard(card.components, values, index));
  }
}

function renderCard(components: readonly TemplateComponent[], values: Values, index: number): RenderedCard {
  const card: RenderedTemplate = { header: null, body: "", footer: null, buttons: [] };
  renderParts(card, components, values, cardPrefix(index));
  return { header: card.header, body: card.body, buttons: card.buttons };
}

function renderHeader(
  header: TemplateComponent & { type: "HEADER" },
  values: Values,
  prefix: string,
): RenderedHeader {
  const { format } = header;
  if (format === "TEXT")
    return { format, text: fillText(header.text, (name) => values[`${prefix}${headerKey(name)}`]) };
  if (format === "LOCATION") {
    const place = [values["header:name"], values["header:address"]].filter(Boolean).join(", ");
    return { format, text: place };
  }
  const mediaId = values[`${prefix}${mediaKey}`];
  return { format, text: "", ...(mediaId ? { mediaId } : {}) };
}

function renderButton(button: TemplateButton, value: string | undefined): RenderedButton {
  const shown: RenderedButton = { type: button.type, text: button.text };
  if (button.type === "URL") shown.url = fillText(button.url, () => value);
  if (button.type === "PHONE_NUMBER") shown.phoneNumber = button.phone_number;
  if (button.type === "COPY_CODE" && value) shown.code = value;
  return shown;
}

/** Keys without a value. */
export function missingVariables(components: readonly TemplateComponent[], values: Values): string[] {
  return variablesOf(components)
    .map(({ key }) => key)
    .filter((key) => cleanParameter(values[key] ?? "") === "");
}

/** Meta refuses line breaks, tabs and runs of spaces in a value (132018): each run becomes one space. */
export function cleanParameter(text: string): string {
  return text.replaceAll(/[\r\n\t]+| {4,}/g, " ").trim();
}
