import { maxNameLength, maxTagLength, maxTags, splitTags } from "#app/domain/contacts/schemas.ts";
import { normalisePhone } from "#app/shared/phone.ts";
import { addedNames, type Layout } from "./columns.ts";
import { maxFieldLength } from "./limits.ts";

export interface ImportedContact {
  phone: string;
  name: string;
  tags: string[];
  fields: Record<string, string>;
  consent: "granted" | "none";
  /** They said, on whatever day the cell tells, that they want no messages. */
  optedOut: boolean;
}

export interface RowDefaults {
  /** Tags that every contact of the import gets. */
  tags: string[];
  /** For files without a consent column. */
  consentForAll: "granted" | "none";
}

export type RowResult = { ok: true; contact: ImportedContact } | { ok: false; reason: string };

const yes = new Set(
  "yes y true t 1 x ndiyo ndio naam oui granted optin optedin subscribed agreed".split(" "),
);
const never = "no n false f 0 hapana la non none".split(" ");
const notOptedOut = new Set(["", ...never]);
const no = new Set([...never, "optout", "optedout", "unsubscribed"]);

/** One row of the file as a contact, or the reason why it is none. */
export function readRow(layout: Layout, cells: string[], defaults: RowDefaults): RowResult {
  if (cells.slice(layout.names.length).some(isFilled)) {
    return refuse(
      `The row has ${cells.length} cells but the first row has ${layout.names.length}. Put a cell that holds the separator in double quotes.`,
    );
  }
  if (layout.surplus.some((index) => isFilled(cells[index] ?? "")))
    return refuse(
      `The row had more cells than columns. Move what stands under “${addedNames.surplus}” to where it belongs.`,
    );
  const phone = normalisePhone(firstFilled(cells, layout.phone));
  if (!phone.ok) return refuse(phone.reason);

  const whole = firstFilled(cells, layout.name);
  const parts = [firstFilled(cells, layout.firstName), firstFilled(cells, layout.lastName)];
  const name = (whole || parts.filter(Boolean).join(" ")).replace(/\s+/g, " ");
  if (name.length > maxNameLength) return refuse(`The name is longer than ${maxNameLength} characters.`);

  const tags = [
    ...new Set([...splitTags(layout.tags.map((index) => cells[index] ?? "").join(",")), ...defaults.tags]),
  ];
  if (tags.length > maxTags)
    return refuse(`The row has ${tags.length} tags; a contact has at most ${maxTags}.`);
  if (tags.some((tag) => tag.length > maxTagLength))
    return refuse(`A tag is longer than ${maxTagLength} characters. Separate tags by commas.`);

  const optedOut = layout.optedOut.some((index) => !notOptedOut.has(wordIn(cells, [index])));
  const consent = optedOut ? "none" : consentOf(layout, cells, defaults);
  if (consent === undefined)
    return refuse(
      `The consent “${firstFilled(cells, layout.consent).slice(0, 40)}” is not understood. Write yes or no.`,
    );

  const fields: Record<string, string> = {};
  for (const { index, field } of layout.extra) {
    const value = (cells[index] ?? "").trim();
    if (value.length > maxFieldLength)
      return refuse(`“${field}” holds more than ${maxFieldLength} characters.`);
    if (value !== "") fields[field] = value;
  }
  return { ok: true, contact: { phone: phone.phone, name, tags, fields, consent, optedOut } };
}

const isFilled = (cell: string) => cell.trim() !== "";

const refuse = (reason: string): RowResult => ({ ok: false, reason });

const firstFilled = (cells: string[], columns: number[]): string => {
  for (const index of columns) {
    const cell = (cells[index] ?? "").trim();
    if (cell !== "") return cell;
  }
  return "";
};

/** An empty cell in a consent column is no consent; undefined is a word that we don't know. */
function consentOf(layout: Layout, cells: string[], defaults: RowDefaults): "granted" | "none" | undefined {
  if (layout.consent.length === 0) return defaults.consentForAll;
  const word = wordIn(cells, layout.consent);
  if (word === "" || no.has(word)) return "none";
  return yes.has(word) ? "granted" : undefined;
}

const wordIn = (cells: string[], columns: number[]) =>
  firstFilled(cells, columns)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
