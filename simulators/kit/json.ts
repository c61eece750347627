/** Untrusted JSON: its shape is checked before use. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectAt(value: unknown, key: string): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  const inner = value[key];
  return isObject(inner) ? inner : undefined;
}

export function listAt(value: unknown, key: string): unknown[] {
  if (!isObject(value)) return [];
  const inner = value[key];
  return Array.isArray(inner) ? inner : [];
}

/** A string, or a number as Graph reads it; anything else is absent. */
export function textAt(value: unknown, key: string): string | undefined {
  if (!isObject(value)) return undefined;
  const inner = value[key];
  if (typeof inner === "string") return inner;
  return typeof inner === "number" ? String(inner) : undefined;
}
