import { inflateRawSync } from "node:zlib";
import { FileRefused } from "../refusal.ts";

const endRecord = 0x06054b50;
const entryRecord = 0x02014b50;
const localRecord = 0x04034b50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
const maxEntries = 5000;
const maxCommentBytes = 0xffff;

interface Entry {
  name: string;
  isPacked: boolean;
  packedBytes: number;
  /** Where its local header begins. */
  start: number;
}

interface Part {
  name: string;
  bytes: Buffer;
}

export const isArchive = (bytes: Buffer) => bytes.length >= 4 && bytes.readUInt32LE(0) === localRecord;

/**
 * The parts of a Word document or workbook. Sizes are counted while inflating, and an ambiguous archive is
 * refused: wrong number of entries, entries that don't fill the central directory, parts that overlap or
 * share a name. @throws FileRefused `unreadable`, `has_macros`, `unpacks_too_large`
 */
export function readArchive(bytes: Buffer, maxUnpackedBytes: number): Part[] {
  const entries = entriesOf(bytes);
  if (entries.some(({ name }) => /vbaProject|vbaData/i.test(name))) throw new FileRefused("has_macros");
  let left = maxUnpackedBytes;
  let lastEnd = 0;
  const names = new Set<string>();
  const parts = new Map<Entry, Buffer>();
  for (const entry of entries.toSorted((one, other) => one.start - other.start)) {
    const { start, end } = contentOf(bytes, entry);
    if (entry.start < lastEnd || names.has(entry.name)) throw new FileRefused("unreadable");
    names.add(entry.name);
    lastEnd = end;
    const content = bytes.subarray(start, end);
    const part = entry.isPacked ? inflated(content, left) : content;
    left -= part.length;
    if (left < 0) throw new FileRefused("unpacks_too_large");
    parts.set(entry, part);
  }
  return entries.map((entry) => ({ name: entry.name, bytes: parts.get(entry)! }));
}

/** The same parts in an uncompressed archive, which every reader reads alike. */
export function plainArchive(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes } of parts) {
    const encoded = Buffer.from(name, "utf8");
    const local = Buffer.alloc(localBytes);
    local.writeUInt32LE(localRecord, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt32LE(bytes.length, 18);
    local.writeUInt32LE(bytes.length, 22);
    local.writeUInt16LE(encoded.length, 26);
    const entry = Buffer.alloc(entryBytes);
    entry.writeUInt32LE(entryRecord, 0);
    local.copy(entry, 6, 4, localBytes);
    entry.writeUInt32LE(at, 42);
    pieces.push(local, encoded, bytes);
    directory.push(entry, encoded);
    at += localBytes + encoded.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(endRecord, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces, listed, end]);
}

function entriesOf(bytes: Buffer): Entry[] {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const start = bytes.readUInt32LE(end + 16);
  const agrees =
    bytes.readUInt32LE(end + 4) === 0 &&
    bytes.readUInt16LE(end + 8) === count &&
    start + bytes.readUInt32LE(end + 12) === end;
  if (!agrees || count > maxEntries) throw new FileRefused("unreadable");
  const entries: Entry[] = [];
  let at = start;
  while (at < end) {
    if (at + entryBytes > end || bytes.readUInt32LE(at) !== entryRecord) throw new FileRefused("unreadable");
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
    const method = bytes.readUInt16LE(at + 10);
    const nameEnd = at + entryBytes + bytes.readUInt16LE(at + 28);
    if (isEncrypted || (method !== 0 && method !== 8)) throw new FileRefused("unreadable");
    entries.push({
      name: bytes.toString("utf8", at + entryBytes, nameEnd),
      isPacked: method === 8,
      packedBytes: bytes.readUInt32LE(at + 20),
      start: bytes.readUInt32LE(at + 42),
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  if (at !== end || entries.length !== count) throw new FileRefused("unreadable");
  return entries;
}

/** Where the last record starts; its comment must reach to the end of the file. */
function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - maxCommentBytes);
  for (let at = bytes.length - endBytes; at >= first; at--)
    if (bytes.readUInt32LE(at) === endRecord && at + endBytes + bytes.readUInt16LE(at + 20) === bytes.length)
      return at;
  throw new FileRefused("unreadable");
}

function contentOf(bytes: Buffer, { name, start, packedBytes }: Entry): { start: number; end: number } {
  if (start + localBytes > bytes.length || bytes.readUInt32LE(start) !== localRecord)
    throw new FileRefused("unreadable");
  const nameEnd = start + localBytes + bytes.readUInt16LE(start + 26);
  const content = nameEnd + bytes.readUInt16LE(start + 28);
  const end = content + packedBytes;
  if (end > bytes.length || bytes.toString("utf8", start + localBytes, nameEnd) !== name)
    throw new FileRefused("unreadable");
  return { start: content, end };
}

function inflated(packed: Buffer, maxBytes: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw new FileRefused(isTooLarge ? "unpacks_too_large" : "unreadable", { cause: error });
  }
}
