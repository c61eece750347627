import type { Readable } from "node:stream";

/** The first and last byte of a part, both counted from 0 and inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A store for files by keys of this product only: letters, digits, `_`, `-`, `.` and `/`. */
export interface MediaStore {
  /** Stores the file at `path` under `key`, atomically. */
  put(key: string, path: string, contentType: string): Promise<void>;
  /** The content of `key`, or a part of it. @throws FileGone */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Deletes it; idempotent. */
  remove(key: string): Promise<void>;
}

/** Nothing is stored under this key. */
export class FileGone extends Error {
  constructor(key: string) {
    super(`nothing is kept under ${key}`);
    this.name = "FileGone";
  }
}

/** The store can't be reached, or refuses for the moment: a retry may succeed. */
export class StoreUnavailable extends Error {
  constructor(what: string, cause?: unknown) {
    super(`the file store is unavailable: ${what}`, { cause });
    this.name = "StoreUnavailable";
  }
}
