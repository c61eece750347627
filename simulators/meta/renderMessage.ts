import { type JsonObject, listAt, objectAt, textAt } from "../kit/json.ts";
import { type CompiledTemplate, parameterText } from "./compiledTemplate.ts";
import { fillVariables } from "./templateComponents.ts";

/** A message as a phone shows it. */
export interface RenderedMessage {
  type: string;
  header?: { format: string; text?: string; link?: string; mediaId?: string };
  body: string;
  footer?: string;
  buttons?: RenderedButton[];
  /** Of a carousel. */
  cards?: Omit<RenderedMessage, "type">[];
  /** Of a catalogue message. */
  products?: RenderedProduct[];
  /** The message this one replies to. */
  contextId?: string;
}

/** An item of a catalogue message, as the phone shows it. */
export interface RenderedProduct {
  code: string;
  name: string;
  /** `KSh1,200.00`. */
  price: string;
}

export interface RenderedButton {
  type: string;
  text: string;
  url?: string;
  phoneNumber?: string;
  payload?: string;
}

export function renderOutbound(
  body: JsonObject,
  compiled: CompiledTemplate | undefined,
  products?: RenderedProduct[],
): RenderedMessage {
  const shown = compiled
    ? renderTemplate(compiled, listAt(body.template, "components"))
    : renderFreeForm(body);
  const rendered = products ? { ...shown, products } : shown;
  const contextId = textAt(body.context, "message_id");
  return contextId === undefined ? rendered : { ...rendered, contextId };
}

function renderTemplate(compiled: CompiledTemplate, components: readonly unknown[]): RenderedMessage {
  const ofType = (type: string) =>
    components.find((component) => textAt(component, "type")?.toLowerCase() === type);
  const header = renderHeader(compiled, ofType("header"));
  return {
    type: "template",
    ...(header ? { header } : {}),
    body: fillVariables(compiled.bodyText, values(compiled.bodyVariables, compiled.named, ofType("body"))),
    ...(compiled.footerText === undefined ? {} : { footer: compiled.footerText }),
    ...(compiled.buttons.length === 0 ? {} : { buttons: renderButtons(compiled, components) }),
    ...(compiled.cards.length === 0
      ? {}
      : { cards: renderCards(compiled, listAt(ofType("carousel"), "cards")) }),
  };
}

const renderCards = (compiled: CompiledTemplate, cards: readonly unknown[]) =>
  compiled.cards.map((card, index) => {
    const given = cards.find((each) => Number(textAt(each, "card_index")) === index);
    const { type: _, ...rendered } = renderTemplate(card, listAt(given, "components"));
    return rendered;
  });

function values(variables: readonly string[], named: boolean, component: unknown): Map<string, string> {
  return new Map(
    listAt(component, "parameters").map((parameter, position) => [
      named ? (textAt(parameter, "parameter_name") ?? "") : (variables[position] ?? ""),
      parameterText(parameter) ?? "",
    ]),
  );
}

function renderHeader(compiled: CompiledTemplate, component: unknown): RenderedMessage["header"] {
  const format = compiled.headerFormat;
  if (format === undefined) return undefined;
  if (format === "TEXT") {
    return {
      format,
      text: fillVariables(compiled.headerText, values(compiled.headerVariables, compiled.named, component)),
    };
  }
  const media = objectAt(listAt(component, "parameters")[0], format.toLowerCase());
  const link = textAt(media, "link");
  const mediaId = textAt(media, "id");
  const text = textAt(media, "filename") ?? textAt(media, "name") ?? format.toLowerCase();
  return {
    format,
    ...(link === undefined ? {} : { link }),
    ...(mediaId === undefined ? {} : { mediaId }),
    text,
  };
}

function renderButtons(compiled: CompiledTemplate, components: readonly unknown[]): RenderedButton[] {
  return compiled.buttons.map((button, index) => {
    const given = components.find((component) => {
      return (
        textAt(component, "type")?.toLowerCase() === "button" &&
        Number(textAt(component, "index") ?? "0") === index
      );
    });
    const parameter = listAt(given, "parameters")[0];
    const type = button.type.toUpperCase();
    const text =
      button.text ?? (type === "OTP" ? "Copy code" : type === "COPY_CODE" ? "Copy offer code" : type);
    if (type === "URL") {
      const suffix = textAt(parameter, "text") ?? "";
      return { type, text, url: (button.url ?? "").replace(/\{\{[^{}]*\}\}/, encodeURI(suffix)) };
    }
    if (type === "QUICK_REPLY") return { type, text, payload: textAt(parameter, "payload") ?? text };
    if (type === "PHONE_NUMBER") return { type, text, phoneNumber: button.phone_number ?? "" };
    const code = textAt(parameter, "coupon_code") ?? textAt(parameter, "text");
    return code === undefined ? { type, text } : { type, text, payload: code };
  });
}

function renderFreeForm(body: JsonObject): RenderedMessage {
  const type = textAt(body, "type") ?? "text";
  const content = objectAt(body, type);
  if (type === "text") return { type, body: textAt(content, "body") ?? "" };
  if (type === "interactive") return renderInteractive(content);
  if (type === "reaction") return { type, body: textAt(content, "emoji") ?? "" };
  if (type === "contacts") {
    const card = listAt(body, "contacts")[0];
    const text = textAt(objectAt(card, "name"), "formatted_name") ?? "";
    return {
      type,
      header: { format: "CONTACTS", text },
      body: textAt(listAt(card, "phones")[0], "phone") ?? "",
    };
  }
  const link = textAt(content, "link");
  const mediaId = textAt(content, "id");
  const where = textAt(content, "latitude");
  const name =
    textAt(content, "filename") ??
    textAt(content, "name") ??
    (where === undefined ? type : `${where}, ${textAt(content, "longitude")}`);
  return {
    type,
    header: {
      ...(mediaId === undefined ? {} : { mediaId }),
      format: type.toUpperCase(),
      ...(link === undefined ? {} : { link }),
      text: name,
    },
    body: textAt(content, "caption") ?? textAt(content, "address") ?? "",
  };
}

function renderInteractive(content: JsonObject | undefined): RenderedMessage {
  const action = objectAt(content, "action");
  const replies = listAt(action, "buttons").map((button): RenderedButton => {
    const reply = objectAt(button, "reply");
    return { type: "QUICK_REPLY", text: textAt(reply, "title") ?? "", payload: textAt(reply, "id") ?? "" };
  });
  const rows = listAt(action, "sections").flatMap((section) =>
    listAt(section, "rows").map((row): RenderedButton => {
      return { type: "LIST_ROW", text: textAt(row, "title") ?? "", payload: textAt(row, "id") ?? "" };
    }),
  );
  const parameters = objectAt(action, "parameters");
  const url = textAt(parameters, "url");
  const links: RenderedButton[] =
    url === undefined ? [] : [{ type: "URL", text: textAt(parameters, "display_text") ?? url, url }];
  const headerText = textAt(objectAt(content, "header"), "text");
  const footer = textAt(objectAt(content, "footer"), "text");
  return {
    type: "interactive",
    ...(headerText === undefined ? {} : { header: { format: "TEXT", text: headerText } }),
    body: textAt(objectAt(content, "body"), "text") ?? "",
    ...(footer === undefined ? {} : { footer }),
    buttons: [...replies, ...rows, ...links],
  };
}
