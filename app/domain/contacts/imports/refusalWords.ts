import { type ImportProblem, type RowProblem, refusal } from "#app/domain/contacts/importRefusals.ts";
import { maxRowLength } from "#app/platform/files/scanRow.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { phoneProblemWords } from "#app/platform/phone/phone.ts";
import { catalogue } from "#app/platform/text/catalogue.ts";
import { reasonWords } from "#app/platform/text/notes.ts";
import { labelled, quoted } from "#app/platform/text/phrases.ts";
import { m } from "#messages";
import { addedNames } from "./columns.ts";

type Words = { [C in RowProblem["code"]]: (problem: Extract<RowProblem, { code: C }>) => string };

const rows = catalogue({
  "row.too_many_cells": ({ cells, columns }) => m.labels_the_row_has_cells_but_the({ cells, columns }),
  "row.surplus_cells": () => m.labels_the_row_had_more_cells_than({ surplus: addedNames.surplus() }),
  "row.bad_phone": ({ problem }) => phoneProblemWords(problem),
  "row.name_too_long": ({ max }) => m.labels_the_name_is_longer_than_characters({ max }),
  "row.too_many_tags": ({ tags, max }) => m.labels_the_row_has_tags_a_contact({ tags, max }),
  "row.tag_too_long": ({ max }) => m.labels_a_tag_is_longer_than_characters({ max }),
  "row.consent_not_understood": ({ consent }) => m.labels_the_consent_is_not_understood_write({ consent }),
  "row.field_too_long": ({ field, max }) => m.labels_holds_more_than_characters({ field, max }),
  "row.bad_field": ({ field, said }) => labelled(quoted(field), said),
  "row.quote_not_closed": ({ line }) => m.labels_a_quotation_mark_in_line_is({ line }),
  "row.quote_swallows_row": ({ line }) => m.labels_a_quotation_mark_that_opens_before({ line }),
  legacy: ({ said }) => said,
} satisfies Words);

/** Why a row was refused, as text. One whose facts are of another version shows its code. */
export function refusalWords(stored: { code: string }): string {
  const { data: known } = refusal.safeParse(stored);
  const text = known && rows.read(known.code, known);
  if (text === undefined) return stored.code;
  const [lines, lines2] = known?.lines ?? [];
  return lines && lines2 ? m.labels_the_row_goes_from_line_to({ text, lines, lines2 }) : text;
}

const stops = catalogue({
  "import.line_too_long": ({ line }: ImportProblem) =>
    m.labels_the_file_cannot_be_read_from({ line: line ?? "", maxRowLength: formatCount(maxRowLength) }),
  "import.file_gone": m.labels_the_uploaded_file_is_no_longer,
  "import.value_not_storable": m.labels_a_row_holds_a_value_that,
});

/** Why an import stopped, as text. */
export const importProblemWords = (problem: ImportProblem): string => reasonWords(stops, problem);
