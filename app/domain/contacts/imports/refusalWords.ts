import { formatCount } from "#app/platform/counts.ts";
import { phoneProblemWords } from "#app/platform/phone.ts";
import { addedNames } from "./columns.ts";
import { maxRowLength } from "./limits.ts";
import { type ImportProblem, type RowProblem, refusal } from "./refusals.ts";

type Words = { [C in RowProblem["code"]]: (problem: Extract<RowProblem, { code: C }>) => string };

const words: Words = {
  "row.too_many_cells": ({ cells, columns }) =>
    `The row has ${cells} cells but the first row has ${columns}. Put a cell that holds the separator in double quotes.`,
  "row.surplus_cells": () =>
    `The row had more cells than columns. Move the cells under “${addedNames.surplus}” to where they belong.`,
  "row.bad_phone": ({ problem }) => phoneProblemWords(problem),
  "row.name_too_long": ({ max }) => `The name is longer than ${max} characters.`,
  "row.too_many_tags": ({ tags, max }) => `The row has ${tags} tags; a contact has at most ${max}.`,
  "row.tag_too_long": ({ max }) => `A tag is longer than ${max} characters. Separate tags by commas.`,
  "row.consent_not_understood": ({ consent }) =>
    `The consent “${consent}” is not understood. Write yes or no.`,
  "row.field_too_long": ({ field, max }) => `“${field}” holds more than ${max} characters.`,
  "row.bad_field": ({ field, said }) => `“${field}”: ${said}`,
  "row.quote_not_closed": ({ line }) =>
    `A quotation mark in line ${line} is not closed. Delete it, or write another one where the cell ends.`,
  "row.quote_swallows_row": ({ line }) =>
    `A quotation mark that opens before line ${line} takes that line, a row of its own, into a cell. Delete the mark, or write another one where the cell ends. If the line belongs to the cell, import the file of refused rows as it is.`,
  legacy: ({ said }) => said,
};

/** Why a row was refused, in words. One whose facts are of another version says its code. */
export function refusalWords(stored: { code: string }): string {
  const { data: known } = refusal.safeParse(stored);
  if (!known) return stored.code;
  const text = (words[known.code] as (problem: RowProblem) => string)(known);
  return known.lines
    ? `${text} The row goes from line ${known.lines[0]} to line ${known.lines[1]}, as a cell in quotation marks does.`
    : text;
}

const stopWords: Record<string, (problem: ImportProblem) => string> = {
  "import.line_too_long": ({ line }) =>
    `The file cannot be read from line ${line} on: the line is longer than ${formatCount(maxRowLength)} characters. Correct that line and import the file again.`,
  "import.file_gone": () => "The uploaded file is no longer there. Upload it again.",
  "import.value_not_storable": () =>
    "A row holds a value that cannot be stored. Save the file as CSV (UTF-8) and import it again.",
};

/** Why an import stopped, in words. */
export const importProblemWords = (problem: ImportProblem): string =>
  stopWords[problem.code]?.(problem) ?? problem.said ?? problem.code;
