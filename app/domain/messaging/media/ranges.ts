/** The first and the last byte of a part, both in it. */
export interface Part {
  start: number;
  end: number;
}

/**
 * The one part that a `Range` header asks for (RFC 9110 §14.2). Null: the whole file, also for several parts at once or a
 * header that cannot be read.
 */
export function partOf(header: string | null, bytes: number): Part | null | "unsatisfiable" {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  if (first === "") {
    const count = Math.min(Number(last), bytes);
    return count === 0 ? "unsatisfiable" : { start: bytes - count, end: bytes - 1 };
  }
  const start = Number(first);
  if (start >= bytes) return "unsatisfiable";
  if (last !== "" && Number(last) < start) return null;
  return { start, end: last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}
