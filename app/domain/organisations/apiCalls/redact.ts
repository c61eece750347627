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

/** A request's body as it may be kept: its shape, with what it says of people taken out. */
export function redact(body: unknown): string | null {
  if (body === undefined || body === null) return null;
  const text = JSON.stringify(hidden(body, "")).slice(0, longest);
  return text === "{}" ? null : text;
}

function hidden(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => hidden(item, name));
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hidden(inner, key)]));
  if (typeof value !== "string" || open.has(name)) return value;
  // The last digits tell which of one's requests it was.
  return /^\+?[\d ]{7,}$/.test(value) ? `…${value.slice(-3)}` : `(${value.length} characters)`;
}
