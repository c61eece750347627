import { apiError } from "#app/api/errors.ts";
import { readBody } from "#app/platform/http/readBody.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";

/** Of one request's body. */
export const maxJsonBytes = 1024 * 1024;
const maxDepth = 10;
/** Names that would mean the object itself wherever it is copied. */
const ownNames = new Set(["__proto__", "constructor", "prototype"]);

/**
 * PostgreSQL stores no NUL and no half of a surrogate pair. Nesting deeper than any call needs is refused
 * too.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return !value.includes("\u0000") && value.isWellFormed();
  if (value === null || typeof value !== "object") return true;
  if (depth === maxDepth) return false;
  return Object.entries(value).every(
    ([name, inner]) => !ownNames.has(name) && isStorable(name) && isStorable(inner, depth + 1),
  );
}

export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const body = await readBody(request, maxJsonBytes);
  if (!body) throw apiError("request.too_large", { values: { size: megabytes(maxJsonBytes) } });
  const text = body.toString();
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === "object" && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Falls through to the refusal below.
  }
  throw apiError("request.malformed_json");
}
