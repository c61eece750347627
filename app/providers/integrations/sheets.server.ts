import type { CallOfAccount } from "./account.ts";

const valuesPath = (spreadsheetId: string, range: string) =>
  `/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}/values/${encodeURIComponent(range)}`;

/** The rows of a range as texts. */
export async function readSheet(
  call: CallOfAccount,
  spreadsheetId: string,
  range: string,
): Promise<string[][]> {
  const answer = await call(valuesPath(spreadsheetId, range));
  return ((answer.values as unknown[][] | undefined) ?? []).map((row) =>
    row.map((cell) => String(cell ?? "")),
  );
}

/** Appends a row literally: formulas stay text. */
export async function appendToSheet(
  call: CallOfAccount,
  spreadsheetId: string,
  range: string,
  row: (string | number)[],
): Promise<void> {
  await call(`${valuesPath(spreadsheetId, range)}:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS`, {
    json: { values: [row] },
  });
}
