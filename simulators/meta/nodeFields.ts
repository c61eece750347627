import type { JsonObject } from "../kit/json.ts";
import type { GraphCall } from "./graphCall.ts";
import { invalidParameter, whatsAppError } from "./graphError.ts";
import type { Reply } from "./reply.ts";

/** Field selection and paging (facts/whatsapp-cloud-api.md §1.3). */

/** Names in `fields=`, without any sub-selection in braces or modifiers after a dot. */
export function requestedFields(call: GraphCall): string[] | undefined {
  const text = call.query.get("fields");
  if (!text) return undefined;
  let depth = 0;
  let flat = "";
  for (const character of text) {
    if (character === "{" || character === "(") depth += 1;
    if (depth === 0) flat += character;
    if (character === "}" || character === ")") depth -= 1;
  }
  return flat
    .split(",")
    .map((name) => name.trim().replace(/\..*$/, ""))
    .filter((name) => name !== "");
}

/** Only the requested fields and the id; an unknown name is an error. */
export function selectFields(node: JsonObject, kind: string, names: readonly string[]): JsonObject | Reply {
  const selected: JsonObject = {};
  for (const name of names) {
    if (!(name in node))
      return invalidParameter(`Tried accessing nonexisting field (${name}) on node type (${kind})`);
    if (node[name] !== undefined) selected[name] = node[name];
  }
  selected.id = node.id;
  return selected;
}

export function isReply(value: JsonObject | Reply): value is Reply {
  return "contentType" in value;
}

export interface Page {
  data: JsonObject[];
  paging?: { cursors: { before: string; after: string }; next?: string; previous?: string };
}

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 1_000;

/** One page; a cursor names the last (or first) item of the page before (after) by its id. */
export function pageOf(call: GraphCall, items: JsonObject[]): Page | Reply {
  const requested = call.query.get("limit") ?? String(DEFAULT_LIMIT);
  if (!/^\d+$/.test(requested)) return invalidParameter("Param limit must be a number.");
  const limit = Math.min(MAX_LIMIT, Math.max(1, Number(requested)));
  const after = call.query.get("after");
  const before = call.query.get("before");
  let start = 0;
  if (after || before) {
    const at = items.findIndex((item) => cursorOf(item) === (after ?? before));
    if (at === -1) return whatsAppError(131059, "The paging cursor is not valid.");
    start = after ? at + 1 : Math.max(0, at - limit);
  }
  const data = items.slice(start, start + limit);
  const first = data[0];
  const last = data.at(-1);
  if (!first || !last) return { data: [] };
  const paging: NonNullable<Page["paging"]> = { cursors: { before: cursorOf(first), after: cursorOf(last) } };
  if (start + limit < items.length) paging.next = pageUrl(call, "after", cursorOf(last));
  if (start > 0) paging.previous = pageUrl(call, "before", cursorOf(first));
  return { data, paging };
}

function cursorOf(item: JsonObject): string {
  return Buffer.from(String(item.id)).toString("base64url");
}

function pageUrl(call: GraphCall, direction: "after" | "before", cursor: string): string {
  const query = new URLSearchParams(call.query);
  for (const name of ["after", "before", "access_token"]) query.delete(name);
  query.set(direction, cursor);
  return `${call.baseUrl}/${call.version}/${call.path.join("/")}?${query}`;
}
