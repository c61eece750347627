import { flattenError, z } from "zod";
import { sheetRows } from "#app/platform/files/sheetRows.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { m } from "#messages";
import { isDay } from "./days.ts";
import { bookLimits } from "./fieldRules.ts";
import { memberFields, newDues } from "./schemas.ts";

const columns = ["phone", "payer", "member", "number", "group", "label", "amount", "dueOn"] as const;
type Column = (typeof columns)[number];

/** Names of columns in English, Swahili and French; without case, blanks, dots and underscores. */
const names: Readonly<Record<Column, readonly string[]>> = {
  phone: ["phone", "phonenumber", "mobile", "simu", "namba", "nambayasimu", "telephone", "téléphone"],
  payer: ["payer", "parent", "guardian", "contact", "mlipaji", "mzazi", "payeur"],
  member: ["member", "name", "pupil", "student", "house", "jina", "mwanafunzi", "nom", "élève", "eleve"],
  number: ["number", "admission", "admissionnumber", "admno", "nambari", "numéro", "numero"],
  group: ["group", "class", "form", "darasa", "kikundi", "classe", "groupe"],
  label: ["label", "due", "fee", "for", "ada", "malipo", "libellé", "libelle", "objet"],
  amount: ["amount", "kes", "kiasi", "montant"],
  dueOn: ["dueon", "duedate", "date", "tarehe", "échéance", "echeance"],
};

const columnOf = (cell: string): Column | undefined => {
  const name = cell
    .normalize("NFC")
    .trim()
    .toLowerCase()
    .replaceAll(/[\s._]/g, "");
  return columns.find((column) => names[column].includes(name));
};

/** A row that can become a due. Without a phone its number has to be that of a member. */
export interface ImportedDue {
  phone: string | null;
  payer: string;
  member: string;
  number: string;
  group: string;
  label: string;
  amountCents: number;
  dueOn: string;
}

export interface ReadRow {
  /** Its line in the text, from 1. */
  row: number;
  cells: readonly string[];
  /** As typed, by column. */
  typed: Partial<Record<Column, string>>;
  due: ImportedDue | null;
  problem: string;
}

const fields = z.object({
  ...{ member: memberFields.shape.label, number: memberFields.shape.number },
  ...{ group: memberFields.shape.groupName, label: newDues.shape.label, amount: newDues.shape.amount },
});

/** `31/01/2027`, `31.1.2027` and `31-1-2027` as `2027-01-31`; what is no day of the calendar is undefined. */
export function dayIn(text: string): string | undefined {
  const [, date, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](20\d\d)$/.exec(text) ?? [];
  const day = year && date && month ? `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}` : text;
  return isDay(day) ? day : undefined;
}

/** The rows of a text whose first row names the columns; undefined when it does not. */
export function readRows(text: string): { header: readonly string[]; rows: ReadRow[] } | undefined {
  const [first, ...others] = sheetRows(text);
  const header = first?.cells ?? [];
  const layout = header.map(columnOf);
  if (!["label", "amount", "dueOn"].every((column) => layout.includes(column as Column))) return undefined;
  const refused = { due: null, problem: m.books_import_too_many({ most: formatCount(bookLimits.rows) }) };
  const rows = others.map(({ line, cells }, index) =>
    index < bookLimits.rows
      ? readRow(line, cells, layout)
      : { ...refused, row: line, cells, typed: typedIn(cells, layout) },
  );
  return { header, rows };
}

const typedIn = (
  cells: readonly string[],
  layout: readonly (Column | undefined)[],
): Partial<Record<Column, string>> =>
  Object.fromEntries(
    layout.flatMap((column, index) => (column ? [[column, (cells[index] ?? "").trim()]] : [])),
  );

function readRow(row: number, cells: readonly string[], layout: readonly (Column | undefined)[]): ReadRow {
  const typed = typedIn(cells, layout);
  const accept = (due: ImportedDue): ReadRow => ({ row, cells, typed, due, problem: "" });
  const refuse = (problem: string): ReadRow => ({ row, cells, typed, due: null, problem });
  const read = fields.safeParse({ member: "", number: "", group: "", ...typed });
  if (!read.success) {
    const [problem = ""] = Object.values(flattenError(read.error).fieldErrors).flat();
    return refuse(problem);
  }
  const dueOn = dayIn(typed.dueOn ?? "");
  if (dueOn === undefined)
    return refuse(m.books_import_no_day({ row: String(row), day: typed.dueOn || "–" }));
  const { amount: amountCents, ...rest } = read.data;
  const payer = (typed.payer ?? "").slice(0, bookLimits.label);
  if (!typed.phone) {
    if (rest.number === "") return refuse(m.books_import_no_phone());
    return accept({ ...rest, payer, phone: null, amountCents, dueOn });
  }
  const phone = normalisePhone(typed.phone);
  if (!phone.ok) return refuse(phone.reason);
  return accept({ ...rest, payer, phone: phone.phone, amountCents, dueOn });
}
