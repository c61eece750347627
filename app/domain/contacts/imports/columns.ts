import type { ColumnUse, ImportColumn } from "#app/db/schema/contacts/imports.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import type { FieldKind } from "#app/domain/contacts/fields/words.ts";
import { fieldKey } from "#app/platform/forms/fieldNames.ts";
import { locales } from "#app/platform/locale/locale.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { m } from "#messages";
import { maxColumns } from "./fieldRules.ts";

/** What a column can be read as; `ignored` is chosen. */
type ReadUse = Exclude<ColumnUse, "ignored">;

/** The meaning of each column; indexes from 0. `extra` columns become fields of the contact. */
export interface Layout {
  hasHeader: boolean;
  /** The first row. */
  names: string[];
  phone: number[];
  name: number[];
  firstName: number[];
  lastName: number[];
  tags: number[];
  kraPin: number[];
  consent: number[];
  optedOut: number[];
  exported: number[];
  /** Columns added by the file of refused rows: the reason, and a row's surplus cells. */
  note: number[];
  surplus: number[];
  extra: { index: number; field: string; kind?: FieldKind | undefined }[];
}

/** The columns that the file of refused rows adds to the uploader's. */
export const addedNames = {
  line: m.files_imports_columns_added_line,
  reason: m.files_imports_columns_added_reason,
  surplus: m.files_imports_columns_added_surplus,
};

/** Columns of our contact export that an import ignores. A file with all of them is such an export. */
export const exportNames = {
  optedOut: m.files_imports_columns_export_opted_out,
  lastSeen: m.files_imports_columns_export_last_seen,
  added: m.files_imports_columns_export_added,
};

/**
 * Column names in the three languages in addition to those of our own files, folded: no case, accents, spaces
 * or punctuation.
 */
const aliases: Record<Exclude<ReadUse, "exported">, string> = {
  phone:
    "phone phones phonenumber phoneno mobile mobilenumber mobileno mobilephone msisdn number telephone telephoneno telephonenumber tel telno cell cellphone whatsapp whatsappnumber contactnumber simu simuno namba nambayasimu nambari nambariyasimu simuyamkononi rununu numero numerodetelephone numtel portable numeroportable",
  name: "name fullname names contactname customername customer jina jinakamili majina nom nomcomplet nometprenom nomduclient",
  firstName: "firstname first givenname forename jinalakwanza prenom",
  lastName: "lastname last surname familyname secondname jinalamwisho jinalapili jinalaukoo nomdefamille",
  tags: "tag tags group groups label labels segment lebo kikundi vikundi etiquette etiquettes groupe groupes",
  kraPin: "krapin pinkra pinyakra taxpin pinfiscal",
  consent:
    "consent optin optedin marketingconsent subscribed permission ridhaa idhini kibali consentement accord",
  optedOut: "optedout optout unsubscribed amejiondoa desinscrit desabonne",
  note: "",
  surplus: "",
};

const columnUses = [...Object.keys(aliases), "exported"] as ReadUse[];

const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Our own files' name of a column, in each language: the uploader may use another. */
const ownNames = (message: (typeof addedNames)["line"]) =>
  locales.map((locale) => folded(message({}, { locale })));
const meaningOf = new Map<string, ReadUse>(
  (
    [
      ...Object.entries(aliases).map(([use, names]) => [use, names.split(" ").filter(Boolean)]),
      ["note", [...ownNames(addedNames.line), ...ownNames(addedNames.reason)]],
      ["surplus", ownNames(addedNames.surplus)],
      ["phone", ownNames(m.files_phone)],
      ["name", ownNames(m.files_name)],
      ["tags", ownNames(m.files_tags)],
      ["kraPin", ownNames(m.common_kra_pin)],
      ["consent", ownNames(m.files_consent)],
      ["optedOut", ownNames(exportNames.optedOut)],
    ] as [ReadUse, string[]][]
  ).flatMap(([use, names]) => names.map((name) => [name, use] as const)),
);

/** Whether this row names a column that an import knows. */
export const namesPhoneColumn = (cells: string[]): boolean =>
  cells.some((cell) => meaningOf.get(folded(cell)) === "phone");

/**
 * Reads the layout from the first rows: column names if there is a header, else (or when no name is known)
 * the column with the most phone numbers. @throws DomainError `contact_import.too_many_columns`,
 * `contact_import.no_phone_column`, `contact_import.empty`.
 */
export function readLayout(sample: string[][]): Layout {
  const first = sample[0];
  if (!first) throw contactsError("contact_import.empty:no_rows", { field: "file" });
  const meanings = first.map((cell) => meaningOf.get(folded(cell)));
  const exported = locales
    .map((locale) => Object.values(exportNames).map((name) => folded(name({}, { locale }))))
    .find((names) => names.every((name) => first.some((cell) => folded(cell) === name)));
  for (const [index, cell] of first.entries())
    if (exported?.includes(folded(cell))) meanings[index] ??= "exported";
  const width = meanings.filter((meaning) => meaning !== "note" && meaning !== "surplus").length;
  // Importable values of an export are imported again.
  if (width > maxColumns && !exported) {
    throw contactsError("contact_import.too_many_columns", { values: { width, maxColumns }, field: "file" });
  }
  const isContact = first.some((cell) => normalisePhone(cell).ok);
  const hasHeader =
    !isContact && (meanings.some(Boolean) || !first.some((cell) => cell.replace(/\D/g, "").length >= 5));
  if (hasHeader && sample.length === 1)
    throw contactsError("contact_import.empty:header_only", { field: "file" });
  const indexesOf = (use: ReadUse) =>
    hasHeader ? meanings.flatMap((meaning, index) => (meaning === use ? [index] : [])) : [];
  const layout: Layout = {
    hasHeader,
    names: first.map((cell) => cell.trim().slice(0, 50).toWellFormed()),
    ...(Object.fromEntries(columnUses.map((use) => [use, indexesOf(use)])) as Record<ReadUse, number[]>),
    extra: [],
  };
  const data = hasHeader ? sample.slice(1) : sample;
  if (layout.phone.length === 0) layout.phone.push(phoneColumnByContent(data, first.length));
  if (!hasHeader) layout.name.push(...nameColumnByContent(data, layout.phone));
  layout.extra = extraColumns(layout);
  return layout;
}

/**
 * The columns as shown and stored, in the order of the file; without a header they are named after their use.
 */
export const columnsOf = (layout: Layout): ImportColumn[] =>
  layout.names.map((name, index) => {
    const field = layout.extra.find((column) => column.index === index)?.field;
    if (field !== undefined) return { name: field, use: "field" };
    const use = columnUses.find((one) => layout[one].includes(index))!;
    return { name: layout.hasHeader ? name : use, use };
  });

/** Whether the uploader added the column, or a file of refused rows. */
export const isOwn = ({ use }: ImportColumn) => use !== "note" && use !== "surplus";

function phoneColumnByContent(data: string[][], width: number): number {
  const shares = Array.from({ length: width }, (_, index) => {
    const filled = data.map((cells) => cells[index] ?? "").filter((cell) => cell.trim() !== "");
    return filled.filter((cell) => normalisePhone(cell).ok).length / Math.max(1, filled.length);
  });
  const best = Math.max(...shares);
  if (best >= 0.5) return shares.indexOf(best);
  throw contactsError("contact_import.no_phone_column", { field: "file" });
}

/** Without a header: the first column, apart from the number, in which most cells have letters. */
function nameColumnByContent(data: string[][], phone: number[]): number[] {
  const width = data[0]?.length ?? 0;
  for (let index = 0; index < width; index++) {
    const withLetters = data.filter((cells) => /\p{L}/u.test(cells[index] ?? "")).length;
    if (!phone.includes(index) && withLetters * 2 > data.length) return [index];
  }
  return [];
}

function extraColumns(layout: Layout): Layout["extra"] {
  // Next to a full name its parts are fields.
  const parts = layout.name.length > 0 ? [...layout.firstName, ...layout.lastName] : [];
  const known = new Set(columnUses.flatMap((use) => layout[use]).filter((index) => !parts.includes(index)));
  const taken = new Set<string>();
  const extra: Layout["extra"] = [];
  for (const [index, name] of layout.names.entries()) {
    if (known.has(index)) continue;
    const wanted = (layout.hasHeader && name) || `column ${index + 1}`;
    let field = wanted;
    for (let copy = 2; taken.has(fieldKey(field)); copy++) field = `${wanted} ${copy}`;
    taken.add(fieldKey(field));
    extra.push({ index, field });
  }
  return extra;
}
