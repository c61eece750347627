import { createHash } from "node:crypto";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const checkLength = 16;

/** Where the chain of a day begins: its first line, which names the root before. */
export const headOf = (orgId: string, day: string, previousRoot: string) =>
  `tarishi-daily-ledger,1,${orgId},${day},${previousRoot}`;

/**
 * The lines of a day's file (docs/verify.mjs reads it): each row ends in a check of all rows up to it, and the last line
 * names the root. Rows have no line breaks.
 */
export class LedgerChain {
  #hash: string;
  #rows = 0;

  constructor(head: string) {
    this.#hash = sha256(head);
  }

  /** The row as a line, with its number and check. */
  add(row: string): string {
    this.#rows += 1;
    const line = `${this.#rows},${row}`;
    this.#hash = sha256(`${this.#hash}\n${line}`);
    return `${line},${this.#hash.slice(0, checkLength)}`;
  }

  get rows(): number {
    return this.#rows;
  }

  get root(): string {
    return this.#hash;
  }
}
