/** As the database's `folded` compares: without case and accents. */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

/** A text split at a hit; `hit` is empty when there is none. */
export interface SplitAtHit {
  before: string;
  hit: string;
  after: string;
}

/** Splits a text at the first match of `sought`, ignoring case and accents. All whitespace is equal. */
export function splitAtHit(text: string, sought: string): SplitAtHit {
  const [line, part] = [text, sought].map((one) => one.replaceAll(/\s+/g, " ").trim()) as [string, string];
  // Folding changes lengths, so each folded letter keeps the position of its original.
  let all = "";
  const places: number[] = [];
  let at = 0;
  for (const letter of line) {
    const plain = folded(letter);
    all += plain;
    for (let n = 0; n < plain.length; n++) places.push(at);
    at += letter.length;
  }
  const found = part === "" ? -1 : all.indexOf(folded(part));
  if (found < 0) return { before: line, hit: "", after: "" };
  const from = places[found]!;
  const to = places[found + folded(part).length] ?? line.length;
  return { before: line.slice(0, from), hit: line.slice(from, to), after: line.slice(to) };
}

const lettersBefore = 30;
const lettersAfter = 90;

/** An excerpt around the first match of `sought`, on one line; the beginning of the text without one. */
export function excerptAround(text: string, sought: string): string {
  const { before, hit, after } = splitAtHit(text, sought);
  if (hit === "") return before.length > 120 ? `${before.slice(0, 119).toWellFormed()}…` : before;
  const start = before.length > lettersBefore ? `…${before.slice(-lettersBefore).toWellFormed()}` : before;
  const end = after.length > lettersAfter ? `${after.slice(0, lettersAfter).toWellFormed()}…` : after;
  return `${start}${hit}${end}`;
}
