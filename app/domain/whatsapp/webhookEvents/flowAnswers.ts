/** Longer responses are stored but not parsed for display. */
const maxParsedLength = 20_000;
const maxAnswers = 100;

/**
 * The responses of a WhatsApp form (Flow) as a list of fields. `response_json` is written by the customer's
 * phone: unreadable text gives an empty list, and the flow's own token is skipped.
 */
export function flowAnswersOf(responseJson: unknown): { field: string; value: string }[] {
  if (typeof responseJson !== "string" || responseJson.length > maxParsedLength) return [];
  let answers: unknown;
  try {
    answers = JSON.parse(responseJson);
  } catch {
    return [];
  }
  if (typeof answers !== "object" || answers === null || Array.isArray(answers)) return [];
  return Object.entries(answers)
    .filter(([name]) => name !== "flow_token")
    .slice(0, maxAnswers)
    .map(([name, value]) => ({ field: readableName(name), value: readableValue(value) }));
}

/** `delivery_date` → `Delivery date` */
function readableName(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function readableValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(readableValue).filter(Boolean).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
