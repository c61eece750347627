import { type FileHandle, open as openOnDisk } from "node:fs/promises";
import { Readable } from "node:stream";
import { clientOf, type Database, type Queryable } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type ByteRange, FileGone, type MediaStore } from "./mediaStore.ts";

const chunkBytes = 256 * 1024;
/** Chunks of one read: a megabyte. */
const chunksAtOnce = 4;

/** Keys begin with the organisation. */
const orgOf = (key: string) => key.split("/", 1)[0] as OrgId;

/** Files in the database, in chunks, for processes that share no disk. */
export function createDatabaseStore(db: Database): MediaStore {
  const long = db.for("long");
  return {
    put: (key, path) => long.withOrg(orgOf(key), (tx) => write(clientOf(tx), key, path)),
    async open(key: string, range?: ByteRange) {
      const parts = read(long, key, range ?? { start: 0, end: Number.MAX_SAFE_INTEGER });
      // The first part is read now, so that a missing file fails here.
      const first = await parts.next();
      return Readable.from(withFirst(first, parts), { objectMode: false });
    },
    async remove(key) {
      await long.withOrg(orgOf(key), (tx) => deleteChunks(clientOf(tx), key));
    },
  };
}

const deleteChunks = (client: Queryable, key: string) =>
  client.query({
    name: "delete-chunks",
    text: "delete from file_chunks where org_id = $1 and key = $2",
    values: [orgOf(key), key],
  });

/** In one transaction: readers see the whole file or the one before. The last chunk is the only one that is not full. */
async function write(client: Queryable, key: string, path: string): Promise<void> {
  await deleteChunks(client, key);
  const file = await openOnDisk(path);
  try {
    let chunk: Buffer;
    let position = 0;
    do {
      chunk = await nextChunk(file);
      await client.query({
        name: "insert-chunk",
        text: "insert into file_chunks (org_id, key, position, bytes) values ($1, $2, $3, $4)",
        values: [orgOf(key), key, position++, chunk],
      });
    } while (chunk.length === chunkBytes);
  } finally {
    await file.close();
  }
}

async function nextChunk(file: FileHandle): Promise<Buffer> {
  const chunk = Buffer.alloc(chunkBytes);
  let length = 0;
  for (let read = -1; read !== 0 && length < chunkBytes; length += read)
    read = (await file.read(chunk, length, chunkBytes - length, null)).bytesRead;
  return chunk.subarray(0, length);
}

interface Chunk {
  bytes: Buffer;
  /** The same for all chunks of one `put`. */
  createdAt: string;
}

/** @throws FileGone also when the file is replaced or deleted while it is read */
async function* read(db: Database, key: string, range: ByteRange): AsyncGenerator<Buffer, undefined> {
  const last = Math.floor(range.end / chunkBytes);
  let version: string | undefined;
  for (let position = Math.floor(range.start / chunkBytes); position <= last; ) {
    const chunks = await chunksOf(db, key, position);
    version ??= chunks[0]?.createdAt;
    if (chunks.length === 0) throw new FileGone(key);
    for (const { bytes, createdAt } of chunks) {
      if (createdAt !== version) throw new FileGone(key);
      yield within(bytes, position * chunkBytes, range);
      position += 1;
      if (bytes.length < chunkBytes || position > last) return;
    }
  }
}

/** The part of a chunk that begins at `offset` which is in the range. */
const within = (bytes: Buffer, offset: number, { start, end }: ByteRange) =>
  bytes.subarray(Math.max(0, start - offset), Math.min(bytes.length, end - offset + 1));

const chunksOf = (db: Database, key: string, from: number) =>
  db.withOrg(orgOf(key), async (tx) => {
    const { rows } = await clientOf(tx).query<Chunk>({
      name: "read-chunks",
      text: `select bytes, created_at::text as "createdAt" from file_chunks
        where org_id = $1 and key = $2 and position >= $3 order by position limit $4`,
      values: [orgOf(key), key, from, chunksAtOnce],
    });
    return rows;
  });

async function* withFirst(first: IteratorResult<Buffer, undefined>, rest: AsyncGenerator<Buffer, undefined>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
