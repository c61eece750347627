import { isStorable } from "#app/api/json.ts";

/**
 * A body as JSON; undefined when it is invalid, or PostgreSQL cannot store it. Such a body can never be
 * applied.
 */
export function storableJson(bytes: Buffer): unknown {
  const value = jsonIn(bytes);
  return isStorable(value) ? value : undefined;
}

export function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}
