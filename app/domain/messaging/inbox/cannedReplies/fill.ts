import { cannedVariables } from "#app/domain/messaging/inboxSettings/words.ts";

export type CannedValues = Record<(typeof cannedVariables)[number]["name"], string>;

const variable = /\{\{([^{}]*)\}\}/g;

/** Unknown variables of a text. */
export function unknownVariables(text: string): string[] {
  const known = new Set<string>(cannedVariables.map(({ name }) => name));
  const named = [...text.matchAll(variable)].map((match) => match[1]!.trim());
  return [...new Set(named.filter((name) => !known.has(name) && !name.startsWith("field:")))];
}

/**
 * A canned reply for one customer: `{{first_name}}` and similar, and `{{field:town}}` for a field of the
 * contact. A missing value is removed with the space before it: `Habari {{first_name}}, …` becomes `Habari,
 * …`.
 */
export function fillCanned(text: string, values: CannedValues, fields: Record<string, string>): string {
  return text.replaceAll(/( ?)\{\{([^{}]*)\}\}/g, (whole, blank: string, inner: string) => {
    const value = valueOfName(inner.trim(), values, fields);
    if (value === undefined) return whole;
    return value === "" ? "" : blank + value;
  });
}

function valueOfName(name: string, values: CannedValues, fields: Record<string, string>): string | undefined {
  if (!name.startsWith("field:")) return name in values ? values[name as keyof CannedValues] : undefined;
  const wanted = name.slice("field:".length).trim().toLowerCase();
  return Object.entries(fields).find(([key]) => key.toLowerCase() === wanted)?.[1] ?? "";
}
