import { isObject, type JsonObject, listAt, objectAt, textAt } from "../kit/json.ts";
import { invalidParameter, whatsAppError } from "./graphError.ts";
import type { Reply } from "./reply.ts";

/** Checks of non-template messages (facts/whatsapp-cloud-api.md §6). */

const MEDIA_TYPES = new Set(["image", "video", "audio", "document", "sticker"]);
const TYPES = [...MEDIA_TYPES, "text", "interactive", "location", "contacts", "reaction", "template"];
/** Kinds of interactive messages; those with catalogue texts need no body. */
const INTERACTIVE_TYPES = new Set([
  ...[
    "button",
    "list",
    "cta_url",
    "flow",
    "location_request_message",
    "call_permission_request",
    "voice_call",
  ],
  ...["product", "product_list", "catalog_message", "carousel", "address_message"],
  ...["order_details", "order_status", "request_contact_info"],
]);
const BODY_OPTIONAL = new Set(["product"]);
const TEXT_MAX = 4096;
const CAPTION_MAX = 1024;
const HEADER_MAX = 60;

export function checkFreeForm(type: string, body: JsonObject): Reply | undefined {
  if (type === "text") return checkText(objectAt(body, "text"));
  if (MEDIA_TYPES.has(type)) return checkMedia(type, objectAt(body, type));
  if (type === "interactive") return checkInteractive(objectAt(body, "interactive"));
  if (type === "location") return checkLocation(objectAt(body, "location"));
  if (type === "contacts") return checkContacts(listAt(body, "contacts"));
  if (type === "reaction")
    return textAt(objectAt(body, "reaction"), "message_id") ? undefined : missing("reaction['message_id']");
  return invalidParameter(`Param type must be one of {${[...TYPES].join(", ")}}.`);
}

function checkContacts(contacts: readonly unknown[]): Reply | undefined {
  if (contacts.length === 0) return missing("contacts");
  const isNamed = (contact: unknown) => textAt(objectAt(contact, "name"), "formatted_name");
  return contacts.every(isNamed) ? undefined : missing("contacts[]['name']['formatted_name']");
}

function missing(parameter: string): Reply {
  return whatsAppError(131008, `Param ${parameter} is required.`);
}

function tooLong(parameter: string, limit: number): Reply {
  return whatsAppError(131009, `Param ${parameter} must be at most ${limit} characters long.`);
}

function checkText(text: JsonObject | undefined): Reply | undefined {
  const body = textAt(text, "body");
  if (!body) return invalidParameter("Param text['body'] is required.");
  return body.length > TEXT_MAX ? tooLong("text['body']", TEXT_MAX) : undefined;
}

function checkMedia(type: string, media: JsonObject | undefined): Reply | undefined {
  if (!textAt(media, "id") && !textAt(media, "link")) return missing(`${type}['id'] or ${type}['link']`);
  const caption = textAt(media, "caption") ?? "";
  return caption.length > CAPTION_MAX ? tooLong(`${type}['caption']`, CAPTION_MAX) : undefined;
}

function checkLocation(location: JsonObject | undefined): Reply | undefined {
  if (textAt(location, "latitude") === undefined) return missing("location['latitude']");
  return textAt(location, "longitude") === undefined ? missing("location['longitude']") : undefined;
}

function checkInteractive(interactive: JsonObject | undefined): Reply | undefined {
  const type = textAt(interactive, "type");
  const action = objectAt(interactive, "action");
  if (!type) return missing("interactive['type']");
  if (!INTERACTIVE_TYPES.has(type))
    return invalidParameter(
      `Param interactive['type'] must be one of {${[...INTERACTIVE_TYPES].join(", ")}}.`,
    );
  if (!action) return missing("interactive['action']");
  const bodyMax = type === "list" ? 4096 : 1024;
  const body = textAt(objectAt(interactive, "body"), "text");
  if (!body && !BODY_OPTIONAL.has(type)) return missing("interactive['body']['text']");
  if (body && body.length > bodyMax) return tooLong("interactive['body']['text']", bodyMax);
  for (const part of ["header", "footer"]) {
    const text = textAt(objectAt(interactive, part), "text") ?? "";
    if (text.length > HEADER_MAX) return tooLong(`interactive['${part}']['text']`, HEADER_MAX);
  }
  if (type === "cta_url" && !textAt(objectAt(action, "parameters"), "url"))
    return whatsAppError(131009, "Param interactive['action']['parameters']['url'] is required.");
  if (type === "catalog_message" && textAt(action, "name") !== "catalog_message")
    return missing("interactive['action']['name']");
  if (type === "product" || type === "product_list") return checkProductAction(type, interactive, action);
  if (type === "button") return checkReplyButtons(listAt(action, "buttons"));
  return type === "list" ? checkList(action) : undefined;
}

const SECTIONS_MAX = 10;
const ITEMS_MAX = 30;
const SECTION_TITLE_MAX = 24;

/** One product, or a list of at most 30 in 10 sections (§17). */
function checkProductAction(
  type: string,
  interactive: JsonObject | undefined,
  action: JsonObject,
): Reply | undefined {
  if (!textAt(action, "catalog_id")) return missing("interactive['action']['catalog_id']");
  const header = objectAt(interactive, "header");
  if (type === "product") {
    if (header) return whatsAppError(131009, "Param interactive['header'] is not allowed for type product.");
    return textAt(action, "product_retailer_id")
      ? undefined
      : missing("interactive['action']['product_retailer_id']");
  }
  if (!textAt(header, "text")) return missing("interactive['header']['text']");
  const sections = listAt(action, "sections").filter(isObject);
  if (sections.length < 1 || sections.length > SECTIONS_MAX)
    return whatsAppError(
      131009,
      `Invalid sections count. Min allowed sections: 1, max allowed sections: ${SECTIONS_MAX}`,
    );
  const items = sections.flatMap((section) => listAt(section, "product_items"));
  if (items.length < 1 || items.length > ITEMS_MAX)
    return whatsAppError(
      131009,
      `Invalid products count. Min allowed products: 1, max allowed products: ${ITEMS_MAX}`,
    );
  for (const section of sections) {
    const title = textAt(section, "title") ?? "";
    if (title === "" && sections.length > 1) return missing("interactive['action']['sections'][]['title']");
    if (title.length > SECTION_TITLE_MAX)
      return tooLong("interactive['action']['sections'][]['title']", SECTION_TITLE_MAX);
  }
  return items.every((item) => textAt(item, "product_retailer_id"))
    ? undefined
    : missing("interactive['action']['sections'][]['product_items'][]['product_retailer_id']");
}

function checkReplyButtons(buttons: readonly unknown[]): Reply | undefined {
  const replies = buttons.map((button) => objectAt(button, "reply"));
  if (replies.length < 1 || replies.length > 3)
    return whatsAppError(131009, "Invalid buttons count. Min allowed buttons: 1, max allowed buttons: 3");
  for (const reply of replies) {
    const title = textAt(reply, "title");
    if (!title || !textAt(reply, "id"))
      return missing("interactive['action']['buttons'][]['reply']['id'] and ['title']");
    if (title.length > 20) return tooLong("interactive['action']['buttons'][]['reply']['title']", 20);
    if ((textAt(reply, "id") ?? "").length > 256)
      return tooLong("interactive['action']['buttons'][]['reply']['id']", 256);
  }
  for (const key of ["id", "title"]) {
    if (new Set(replies.map((reply) => textAt(reply, key))).size < replies.length) {
      return whatsAppError(131009, `Duplicated ${key} in interactive['action']['buttons'].`);
    }
  }
  return undefined;
}

function checkList(action: JsonObject): Reply | undefined {
  const button = textAt(action, "button");
  if (!button) return missing("interactive['action']['button']");
  if (button.length > 20) return tooLong("interactive['action']['button']", 20);
  const sections = listAt(action, "sections").filter(isObject);
  const rows = sections.flatMap((section) => listAt(section, "rows"));
  if (rows.length < 1 || rows.length > 10)
    return whatsAppError(131009, "Invalid rows count. Min allowed rows: 1, max allowed rows: 10");
  if (sections.length > 1 && sections.some((section) => !textAt(section, "title")))
    return missing("interactive['action']['sections'][]['title']");
  for (const row of rows) {
    const title = textAt(row, "title");
    if (!title || !textAt(row, "id"))
      return missing("interactive['action']['sections'][]['rows'][]['id'] and ['title']");
    if (title.length > 24) return tooLong("interactive['action']['sections'][]['rows'][]['title']", 24);
    if ((textAt(row, "description") ?? "").length > 72)
      return tooLong("interactive['action']['sections'][]['rows'][]['description']", 72);
  }
  if (new Set(rows.map((row) => textAt(row, "id"))).size < rows.length)
    return whatsAppError(131009, "Duplicated id in interactive['action']['sections'][]['rows'].");
  return undefined;
}
