/** Fields that are about the shape of a request and not about people. */
const open = new Set([
  "template",
  "language",
  "limit",
  "cursor",
  "status",
  "direction",
  "type",
  "events",
  "scheduled_for",
  "max_total_cents",
  "template_id",
  "contact_id",
  "campaign_id",
  "conversation_id",
  "message_id",
  "endpoint_id",
]);

const longest = 4000;
/** No call of the API has fields deeper than this; a body that is deeper was refused, and is logged without the rest. */
const maxDepth = 10;

/** A request's body as it may be kept: its shape, with what it says of people taken out. */
export function redact(body: unknown): string | null {
  if (body === undefined || body === null) return null;
  const text = JSON.stringify(hidden(body, "", 0)).slice(0, longest);
  return text === "{}" ? null : text;
}

function hidden(value: unknown, name: string, depth: number): unknown {
  if (value !== null && typeof value === "object") {
    if (depth === maxDepth) return "(nested too deep)";
    if (Array.isArray(value)) return value.slice(0, 20).map((item) => hidden(item, name, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, hidden(inner, key, depth + 1)]),
    );
  }
  if (typeof value !== "string" || open.has(name)) return value;
  // The last digits identify one of several requests.
  return /^\+?[\d ]{7,}$/.test(value) ? `…${value.slice(-3)}` : `(${value.length} characters)`;
}
