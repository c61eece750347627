import { createReadStream } from "node:fs";
import { join } from "node:path";
import { AppendFile } from "../kit/appendFile.ts";

export interface LedgerEntry {
  atMs: number;
  phoneNumberId: string;
  to: string;
  wamid: string;
  bizOpaqueCallbackData: string | undefined;
}

const CHUNK_LINES = 1_000;

/**
 * Append-only record of every accepted message, one JSON line each. With a folder it is `ledger.jsonl`, written before the
 * answer leaves; without one it is kept in memory as bytes, so that a million lines stay outside the JavaScript heap.
 */
export class Ledger {
  private readonly file: AppendFile | undefined;
  private chunks: Buffer[] = [];
  private lines: string[] = [];
  private lastMs = 0;
  private lastIso = "";

  constructor(stateDir: string | undefined) {
    this.file = stateDir === undefined ? undefined : new AppendFile(join(stateDir, "ledger.jsonl"));
  }

  append(entry: LedgerEntry): void {
    const line =
      `{"at":"${this.iso(entry.atMs)}","phoneNumberId":"${entry.phoneNumberId}","to":${JSON.stringify(entry.to)},"wamid":"${entry.wamid}"` +
      `,"bizOpaqueCallbackData":${entry.bizOpaqueCallbackData === undefined ? "null" : JSON.stringify(entry.bizOpaqueCallbackData)}}\n`;
    if (this.file) {
      this.file.append(line);
      return;
    }
    this.lines.push(line);
    if (this.lines.length >= CHUNK_LINES) this.pack();
  }

  /** Whether the message is among the newest of the file. */
  hasLately(wamid: string): boolean {
    return this.file?.tail().includes(`"wamid":"${wamid}"`) ?? false;
  }

  private pack(): void {
    if (this.lines.length > 0) this.chunks.push(Buffer.from(this.lines.join("")));
    this.lines = [];
  }

  /** The record as text blocks in order; each block starts and ends anywhere. */
  async *read(): AsyncGenerator<Buffer> {
    this.pack();
    if (this.file) for await (const block of createReadStream(this.file.path)) yield block as Buffer;
    else yield* [...this.chunks];
  }

  clear(): void {
    this.lines = [];
    this.chunks = [];
    this.file?.clear();
  }

  close(): void {
    this.file?.close();
  }

  private iso(atMs: number): string {
    if (atMs !== this.lastMs) {
      this.lastMs = atMs;
      this.lastIso = new Date(atMs).toISOString();
    }
    return this.lastIso;
  }
}

/** Keeps the lines that contain `needle`, across block borders. */
export async function* linesWith(blocks: AsyncIterable<Buffer>, needle: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of blocks) {
    const bytes = rest.length === 0 ? block : Buffer.concat([rest, block]);
    const end = bytes.lastIndexOf(10) + 1;
    rest = bytes.subarray(end);
    const kept = bytes
      .subarray(0, end)
      .toString()
      .split("\n")
      .filter((line) => line.includes(needle));
    if (kept.length > 0) yield Buffer.from(`${kept.join("\n")}\n`);
  }
}
