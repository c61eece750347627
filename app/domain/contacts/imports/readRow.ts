import { readFieldValue } from "#app/domain/contacts/fields/words.ts";
import type { RowProblem } from "#app/domain/contacts/importRefusals.ts";
import { maxNameLength, maxTagLength, maxTags, splitTags } from "#app/domain/contacts/schemas.ts";
import { optionalKraPin } from "#app/platform/forms/kraPin.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import type { Layout } from "./columns.ts";
import { maxFieldLength } from "./fieldRules.ts";

export interface ImportedContact {
  phone: string;
  name: string;
  tags: string[];
  /** Empty: none. */
  kraPin: string;
  fields: Record<string, string>;
  consent: "granted" | "none";
  /** They opted out, on whatever day the cell says. */
  optedOut: boolean;
}

export interface RowDefaults {
  /** Tags that every contact of the import gets. */
  tags: string[];
  /** For files without a consent column. */
  consentForAll: "granted" | "none";
}

export type RowResult = { ok: true; contact: ImportedContact } | { ok: false; problem: RowProblem };

const yes = new Set(
  "yes y true t 1 x ndiyo ndio naam oui granted optin optedin subscribed agreed".split(" "),
);
const never = "no n false f 0 hapana la non none".split(" ");
const notOptedOut = new Set(["", ...never]);
const no = new Set([...never, "optout", "optedout", "unsubscribed"]);

/** One row of the file as a contact, or the reason for its refusal. */
export function readRow(layout: Layout, cells: string[], defaults: RowDefaults): RowResult {
  if (cells.slice(layout.names.length).some(isFilled)) {
    return refuse({ code: "row.too_many_cells", cells: cells.length, columns: layout.names.length });
  }
  if (layout.surplus.some((index) => isFilled(cells[index] ?? "")))
    return refuse({ code: "row.surplus_cells" });
  const phone = normalisePhone(firstFilled(cells, layout.phone));
  if (!phone.ok) return refuse({ code: "row.bad_phone", problem: phone.problem });

  const whole = firstFilled(cells, layout.name);
  const parts = [firstFilled(cells, layout.firstName), firstFilled(cells, layout.lastName)];
  const name = (whole || parts.filter(Boolean).join(" ")).replace(/\s+/g, " ");
  if (name.length > maxNameLength) return refuse({ code: "row.name_too_long", max: maxNameLength });

  const tags = [
    ...new Set([...splitTags(layout.tags.map((index) => cells[index] ?? "").join(",")), ...defaults.tags]),
  ];
  if (tags.length > maxTags) return refuse({ code: "row.too_many_tags", tags: tags.length, max: maxTags });
  if (tags.some((tag) => tag.length > maxTagLength))
    return refuse({ code: "row.tag_too_long", max: maxTagLength });

  const kraPin = optionalKraPin.safeParse(firstFilled(cells, layout.kraPin));
  if (!kraPin.success) return refuse({ code: "row.bad_kra_pin" });

  const optedOut = layout.optedOut.some((index) => !notOptedOut.has(wordIn(cells, [index])));
  const consent = optedOut ? "none" : consentOf(layout, cells, defaults);
  if (consent === undefined)
    return refuse({
      code: "row.consent_not_understood",
      consent: firstFilled(cells, layout.consent).slice(0, 40).toWellFormed(),
    });

  const { fields, problem } = fieldsOf(layout, cells);
  if (problem) return refuse(problem);
  return {
    ok: true,
    contact: { phone: phone.phone, name, tags, kraPin: kraPin.data, fields, consent, optedOut },
  };
}

/** The further columns as fields, or what is wrong with one. */
function fieldsOf(layout: Layout, cells: string[]): { fields: Record<string, string>; problem?: RowProblem } {
  const fields: Record<string, string> = {};
  for (const { index, field, kind } of layout.extra) {
    const cell = (cells[index] ?? "").trim();
    if (cell.length > maxFieldLength)
      return { fields, problem: { code: "row.field_too_long", field, max: maxFieldLength } };
    const read = kind ? readFieldValue(kind, cell) : { ok: true as const, value: cell };
    if (!read.ok) return { fields, problem: { code: "row.bad_field", field, said: read.problem } };
    if (read.value !== "") fields[field] = read.value;
  }
  return { fields };
}

const isFilled = (cell: string) => cell.trim() !== "";

const refuse = (problem: RowProblem): RowResult => ({ ok: false, problem });

const firstFilled = (cells: string[], columns: number[]): string => {
  for (const index of columns) {
    const cell = (cells[index] ?? "").trim();
    if (cell !== "") return cell;
  }
  return "";
};

/** An empty consent cell means no; undefined is an unknown word. */
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
