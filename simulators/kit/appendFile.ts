import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A line is far shorter. */
const TAIL_BYTES = 1_000_000;

/** An append-only file of lines; each is written before the call returns. */
export class AppendFile {
  readonly path: string;
  private readonly file: number;

  /**
   * Anything after the last line end was being written when the process died, and is cut off: its response
   * was never sent.
   */
  constructor(path: string) {
    this.path = path;
    mkdirSync(dirname(path), { recursive: true });
    this.file = openSync(path, "a+", 0o600);
    const { size } = fstatSync(this.file);
    const tail = this.tail();
    const torn = tail.length - (tail.lastIndexOf(10) + 1);
    if (torn > 0) ftruncateSync(this.file, size - torn);
  }

  append(line: string): void {
    writeFileSync(this.file, line);
  }

  /** The end of the file, from anywhere in a line when the file is long. */
  tail(): Buffer {
    const { size } = fstatSync(this.file);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const read = readSync(this.file, tail, 0, tail.length, size - tail.length);
    return tail.subarray(0, read);
  }

  clear(): void {
    ftruncateSync(this.file);
  }

  close(): void {
    closeSync(this.file);
  }
}
