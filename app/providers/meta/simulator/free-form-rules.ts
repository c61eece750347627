import { whatsAppError } from "./graph-error.ts";
import { isObject, type JsonObject, listAt, objectAt, textAt } from "./json.ts";
import type { Reply } from "./reply.ts";

/** Checks of non-template messages (facts/whatsapp-cloud-api.md §6). */

const MEDIA_TYPES = new Set(["image", "video", "audio", "document", "sticker"]);
const TEXT_MAX = 4096;
const CAPTION_MAX = 1024;

export function checkFreeForm(type: string, body: JsonObject): Reply | undefined {
  if (type === "text") return checkText(objectAt(body, "text"));
  if (MEDIA_TYPES.has(type)) return checkMedia(type, objectAt(body, type));
  if (type === "interactive") return checkInteractive(objectAt(body, "interactive"));
  if (type === "location") return checkLocation(objectAt(body, "location"));
  if (type === "contacts") return listAt(body, "contacts").length > 0 ? undefined : missing("contacts");
  if (type === "reaction")
    return textAt(objectAt(body, "reaction"), "message_id") ? undefined : missing("reaction['message_id']");
  return whatsAppError(131051, `Message type ${type} is not supported.`);
}

function missing(parameter: string): Reply {
  return whatsAppError(131008, `Param ${parameter} is required.`);
}

function tooLong(parameter: string, limit: number): Reply {
  return whatsAppError(131009, `Param ${parameter} must be at most ${limit} characters long.`);
}

function checkText(text: JsonObject | undefined): Reply | undefined {
  const body = textAt(text, "body");
  if (!body) return missing("text['body']");
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
  if (!action) return missing("interactive['action']");
  const bodyMax = type === "list" ? 4096 : 1024;
  const body = textAt(objectAt(interactive, "body"), "text");
  if (!body) return missing("interactive['body']['text']");
  if (body.length > bodyMax) return tooLong("interactive['body']['text']", bodyMax);
  if (type === "button") return checkReplyButtons(listAt(action, "buttons"));
  return type === "list" ? checkList(action) : undefined;
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
  }
  return undefined;
}
