import type { Readable } from "node:stream";

/** The first and the last byte of a part, both counted from 0 and both in it. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where files are kept, by keys that only this product makes: letters, digits, `_`, `-`, `.` and `/`. */
export interface MediaStore {
  /** Keeps the file at `path` under `key`; it is whole there, or not there at all. */
  put(key: string, path: string, contentType: string): Promise<void>;
  /** What is under `key`, or a part of it. @throws FileGone */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Forgets it; what is not there is forgotten already. */
  remove(key: string): Promise<void>;
}

/** Nothing is kept under this key. */
export class FileGone extends Error {
  constructor(key: string) {
    super(`nothing is kept under ${key}`);
    this.name = "FileGone";
  }
}
