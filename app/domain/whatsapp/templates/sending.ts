import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import { m } from "#messages";
import {
  cardPrefix,
  cleanParameter,
  headerKey,
  locationKeys,
  mediaFormatOf,
  mediaKey,
  type ParameterFormat,
  variableNamesIn,
} from "./variables.ts";

type Values = Readonly<Record<string, string>>;

export interface TextParameter {
  type: "text";
  text: string;
  parameter_name?: string;
}
export type SendParameter =
  | TextParameter
  | { type: "image" | "video" | "document"; [kind: string]: unknown }
  | { type: "location"; location: { latitude: string; longitude: string; name: string; address: string } }
  | { type: "coupon_code"; coupon_code: string };
export type SendComponent =
  | { type: "header" | "body"; parameters: SendParameter[] }
  | { type: "button"; sub_type: "url" | "copy_code"; index: string; parameters: SendParameter[] }
  | { type: "carousel"; cards: { card_index: number; components: SendComponent[] }[] };

/** Meta's id of an uploaded file at the sending number. */
export type MediaAtMeta = (mediaId: string) => { id: string; fileName?: string } | undefined;

const none: MediaAtMeta = () => undefined;

interface Filling {
  values: Values;
  format: ParameterFormat;
  mediaAtMeta: MediaAtMeta;
  prefix: string;
}

/**
 * Meta's `template.components` of a send (facts/whatsapp-cloud-api.md §8.4). A one-time code fills both body
 * and button. @throws DomainError `template.variables_missing` when a variable has no value,
 * `template.media_missing` when a file is not at Meta.
 */
export function buildSendComponents(
  components: readonly TemplateComponent[],
  values: Values,
  format: ParameterFormat,
  mediaAtMeta: MediaAtMeta = none,
): SendComponent[] {
  return fill(components, { values, format, mediaAtMeta, prefix: "" });
}

function fill(components: readonly TemplateComponent[], filling: Filling): SendComponent[] {
  const built = components.flatMap((component) => fillPart(component, filling));
  return built.filter((part) => part.type === "carousel" || part.parameters.length > 0);
}

function fillPart(component: TemplateComponent, filling: Filling): SendComponent[] {
  switch (component.type) {
    case "HEADER":
      return [{ type: "header", parameters: headerParameters(component, filling) }];
    case "BODY":
      return [{ type: "body", parameters: textParameters(component, (name) => name, filling) }];
    case "BUTTONS":
      return component.buttons.flatMap((button, index) => buttonPart(button, index, filling));
    case "CAROUSEL":
      return [
        {
          type: "carousel",
          cards: (component.cards ?? []).map((card, index) => ({
            card_index: index,
            components: fill(card.components, { ...filling, prefix: cardPrefix(index) }),
          })),
        },
      ];
    default:
      return [];
  }
}

function filledIn(key: string, { values, prefix }: Filling): string {
  const text = cleanParameter(values[`${prefix}${key}`] ?? "");
  if (text !== "") return text;
  throw whatsappError("template.variables_missing:named", {
    values: { variable: `{{${prefix}${key}}}` },
    fields: { [`variables.${prefix}${key}`]: m.errors_template_variable_required_field() },
  });
}

/** The names of each component's text: a campaign fills the same one for every message. */
const knownNames = new WeakMap<TemplateComponent, string[]>();

function namesIn(component: TemplateComponent & { text: string }): string[] {
  const names = knownNames.get(component) ?? variableNamesIn(component.text);
  knownNames.set(component, names);
  return names;
}

const textParameters = (
  component: TemplateComponent & { text: string },
  keyOf: (name: string) => string,
  filling: Filling,
): TextParameter[] =>
  namesIn(component).map((name) => {
    const value = filledIn(keyOf(name), filling);
    return filling.format === "named"
      ? { type: "text", text: value, parameter_name: name }
      : { type: "text", text: value };
  });

function headerParameters(header: TemplateComponent & { type: "HEADER" }, filling: Filling): SendParameter[] {
  if (header.format === "TEXT") return textParameters(header, headerKey, filling);
  if (header.format === "LOCATION") {
    const [latitude, longitude, name, address] = locationKeys.map((key) => filledIn(key, filling));
    return [
      {
        type: "location",
        location: { latitude: latitude!, longitude: longitude!, name: name!, address: address! },
      },
    ];
  }
  const format = mediaFormatOf(header.format);
  if (!format) return [];
  const type = format.toLowerCase() as "image" | "video" | "document";
  const file = filling.mediaAtMeta(filledIn(mediaKey, filling));
  if (!file) throw whatsappError("template.media_missing");
  const name = type === "document" && file.fileName ? { filename: file.fileName } : {};
  return [{ type, [type]: { id: file.id, ...name } }];
}

type Button = (TemplateComponent & { type: "BUTTONS" })["buttons"][number];

function buttonPart(button: Button, index: number, filling: Filling): SendComponent[] {
  const place = { type: "button", index: String(index) } as const;
  const text = (key: string): TextParameter => ({ type: "text", text: filledIn(key, filling) });
  if (button.type === "OTP") return [{ ...place, sub_type: "url", parameters: [text("1")] }];
  if (button.type === "COPY_CODE") {
    const parameter = { type: "coupon_code", coupon_code: filledIn(`button:${index}`, filling) } as const;
    return [{ ...place, sub_type: "copy_code", parameters: [parameter] }];
  }
  if (button.type !== "URL" || variableNamesIn(button.url).length === 0) return [];
  return [{ ...place, sub_type: "url", parameters: [text(`button:${index}`)] }];
}
