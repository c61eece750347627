import { parse } from "csv-parse/sync";
import { moneyError } from "#app/domain/money/errors.ts";
import { m } from "#messages";

export interface StatementLine {
  bankReference: string;
  /** `2026-11-22`. */
  bookedOn: string;
  amountCents: number;
  narration: string;
}

/** Column names of banks in Kenya. */
const columns = {
  bookedOn: ["date", "transaction date", "booking date", "value date"],
  bankReference: ["reference", "bank reference", "transaction reference", "transaction id", "ref"],
  amount: ["credit", "amount", "money in", "credit amount"],
  narration: ["narration", "description", "details", "particulars"],
} as const;

const maxLines = 10_000;
const maxAmountCents = 1_000_000_000_00;

/**
 * Incoming amounts of a bank statement (CSV with a header). Other lines are skipped. @throws DomainError
 * `statement.unreadable`, with the line's number.
 */
export function readStatement(csv: string): StatementLine[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(csv, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      to: maxLines + 1,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    }) as Record<string, string>[];
  } catch (error) {
    throw unreadable(m.errors_statement_not_csv(), error);
  }
  if (rows.length > maxLines) throw unreadable(m.errors_statement_too_long({ maxLines }));
  if (rows.length === 0) throw unreadable(m.errors_statement_empty());
  const found = Object.fromEntries(
    Object.entries(columns).map(([field, names]) => {
      const column = names.find((name) => name in rows[0]!);
      if (!column) throw unreadable(m.errors_statement_lacks_column({ names: names.join(", ") }));
      return [field, column];
    }),
  ) as Record<keyof typeof columns, string>;
  return rows.flatMap((row, index) => {
    const amountCents = centsOf(row[found.amount] ?? "", index + 2);
    if (amountCents === null || amountCents <= 0) return [];
    const bankReference = row[found.bankReference] ?? "";
    if (bankReference === "") throw unreadable(m.errors_statement_lacks_reference({ line: index + 2 }));
    return [
      {
        bankReference: bankReference.slice(0, 100),
        bookedOn: dayIn(row[found.bookedOn] ?? "", index + 2),
        amountCents,
        narration: (row[found.narration] ?? "").slice(0, 500),
      },
    ];
  });
}

/** `12,500.00` → 1250000; null for an empty cell. Parsed as digits, never as a float. */
function centsOf(text: string, line: number): number | null {
  if (text === "") return null;
  const parts = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.replace(/^KES\s*/i, ""));
  if (!parts) throw unreadable(m.errors_statement_bad_amount({ line, text: text.slice(0, 40) }));
  const [, sign, shillings, cents = ""] = parts;
  const amount = Number(shillings!.replaceAll(",", "")) * 100 + Number(cents.padEnd(2, "0"));
  if (amount > maxAmountCents) throw unreadable(m.errors_statement_amount_too_large({ line }));
  return sign === "-" ? -amount : amount;
}

/** `2026-11-22`, `22/11/2026` or `22-11-2026`. */
function dayIn(text: string, line: number): string {
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  const local = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text);
  const [year, month, day] = iso
    ? [iso[1]!, iso[2]!, iso[3]!]
    : local
      ? [local[3]!, local[2]!.padStart(2, "0"), local[1]!.padStart(2, "0")]
      : ["", "", ""];
  const found = `${year}-${month}-${day}`;
  const moment = new Date(`${found}T00:00:00Z`);
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== found)
    throw unreadable(m.errors_statement_bad_date({ line, text: text.slice(0, 40) }));
  return found;
}

const unreadable = (message: string, cause?: unknown) =>
  moneyError("statement.unreadable", { values: { said: message }, field: "csv", cause });
