import { type ImportProblem, type RowProblem, refusal } from "#app/domain/contacts/importRefusals.ts";
import { maxRowLength } from "#app/platform/files/scanRow.ts";
import { kraPinExample } from "#app/platform/forms/kraPinExample.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { phoneProblemWords } from "#app/platform/phone/phone.ts";
import { catalogue } from "#app/platform/text/catalogue.ts";
import { reasonWords } from "#app/platform/text/notes.ts";
import { labelled, quoted } from "#app/platform/text/phrases.ts";
import { m } from "#messages";
import { addedNames } from "./columns.ts";

type Words = { [C in RowProblem["code"]]: (problem: Extract<RowProblem, { code: C }>) => string };

const rows = catalogue({
  "row.too_many_cells": ({ cells, columns }) => m.contacts_rows_row_too_many_cells({ cells, columns }),
  "row.surplus_cells": () => m.contacts_rows_row_surplus_cells({ surplus: addedNames.surplus() }),
  "row.bad_phone": ({ problem }) => phoneProblemWords(problem),
  "row.name_too_long": ({ max }) => m.contacts_rows_row_name_too_long({ max }),
  "row.too_many_tags": ({ tags, max }) => m.contacts_rows_row_too_many_tags({ tags, max }),
  "row.tag_too_long": ({ max }) => m.contacts_rows_row_tag_too_long({ max }),
  "row.bad_kra_pin": () => m.checks_etims_pin({ example: kraPinExample }),
  "row.consent_not_understood": ({ consent }) => m.contacts_rows_row_consent_not_understood({ consent }),
  "row.field_too_long": ({ field, max }) => m.contacts_rows_row_field_too_long({ field, max }),
  "row.bad_field": ({ field, said }) => labelled(quoted(field), said),
  "row.quote_not_closed": ({ line }) => m.contacts_rows_row_quote_not_closed({ line }),
  "row.quote_swallows_row": ({ line }) => m.contacts_rows_row_quote_swallows_row({ line }),
  legacy: ({ said }) => said,
} satisfies Words);

/** Why a row was refused, as text. One whose facts are of another version shows its code. */
export function refusalWords(stored: { code: string }): string {
  const { data: known } = refusal.safeParse(stored);
  const text = known && rows.read(known.code, known);
  if (text === undefined) return stored.code;
  const [lines, lines2] = known?.lines ?? [];
  return lines && lines2 ? m.contacts_imports_refusal_row_lines({ text, lines, lines2 }) : text;
}

const stops = catalogue({
  "import.line_too_long": ({ line }: ImportProblem) =>
    m.contacts_stops_import_line_too_long({ line: line ?? "", maxRowLength: formatCount(maxRowLength) }),
  "import.file_gone": m.contacts_stops_import_file_gone,
  "import.value_not_storable": m.contacts_stops_import_value_not_storable,
});

/** Why an import stopped, as text. */
export const importProblemWords = (problem: ImportProblem): string => reasonWords(stops, problem);
