import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { createDatabaseStore } from "#app/providers/storage/database.server.ts";
import { createFileStore } from "#app/providers/storage/files.server.ts";
import { FileGone, type MediaStore, StoreUnavailable } from "#app/providers/storage/mediaStore.ts";
import { createS3Store } from "#app/providers/storage/s3.server.ts";
import { mediaStore } from "#app/providers/storage/store.server.ts";
import { bucketAt, setUpBucket } from "#tests/support/bucket.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform();
const bucket = setUpBucket();
const org = setUp(() => platform.createOrg());
const scratch = setUp(
  async () => ({ folder: mkdtempSync(path.join(os.tmpdir(), "tarishi-stores-")) }),
  ({ folder }) => rmSync(folder, { recursive: true, force: true }),
);
afterEach(() => {
  bucket.state.fault = undefined;
});

const keyOf = (name: string) => `${org.orgId}/ab/${name.replaceAll(" ", "_")}`;
const chunk = 256 * 1024;

async function put(store: MediaStore, name: string, content: Buffer): Promise<void> {
  const file = path.join(scratch.folder, "file");
  writeFileSync(file, content);
  await store.put(keyOf(name), file, "application/pdf");
}

const contentOf = async (store: MediaStore, name: string, start?: number, end?: number) =>
  buffer(await store.open(keyOf(name), start === undefined ? undefined : { start, end: end! }));

const chunksStored = async () =>
  (await platform.services.db.owner.query("select 1 from file_chunks")).rowCount;

describe.each([
  ["the disk", () => createFileStore(scratch.folder)],
  ["the database", () => createDatabaseStore(platform.services.db)],
  ["S3", () => createS3Store(bucketAt(bucket))],
])("a file in %s", (_, storeOf) => {
  it.each([
    ["empty", 0],
    ["of one byte", 1],
    ["of a whole number of chunks", 4 * chunk],
    ["of more than one read", 5 * chunk + 17],
  ])("is read as it was stored: %s", async (name, size) => {
    const store = storeOf();
    const content = randomBytes(size);
    await put(store, name, content);
    expect((await contentOf(store, name)).equals(content)).toBe(true);
  });

  it("is read in parts", async () => {
    const store = storeOf();
    const content = randomBytes(3 * chunk);
    await put(store, "parts", content);
    for (const [start, end] of [
      [0, 0],
      [10, 20],
      [chunk - 1, chunk],
      [chunk, 2 * chunk - 1],
      [5, 3 * chunk - 1],
    ] as const)
      expect((await contentOf(store, "parts", start, end)).equals(content.subarray(start, end + 1))).toBe(
        true,
      );
  });

  it("is replaced as a whole, and gone once it is deleted", async () => {
    const store = storeOf();
    await put(store, "replaced", randomBytes(2 * chunk));
    await put(store, "replaced", Buffer.from("short"));
    expect((await contentOf(store, "replaced")).toString()).toBe("short");
    for (let times = 0; times < 2; times += 1) await store.remove(keyOf("replaced"));
    await expect(store.open(keyOf("replaced"))).rejects.toThrow(FileGone);
  });
});

describe("a file in the database", () => {
  it("is never mixed with the one that replaces it", async () => {
    const store = createDatabaseStore(platform.services.db);
    await put(store, "mixed", randomBytes(20 * chunk));
    const reading = await store.open(keyOf("mixed"));
    await put(store, "mixed", randomBytes(20 * chunk));
    await expect(buffer(reading)).rejects.toThrow(FileGone);
  });

  it("is not stored in part when its upload fails", async () => {
    const store = createDatabaseStore(platform.services.db);
    await expect(store.put(keyOf("missing"), path.join(scratch.folder, "missing"), "x/y")).rejects.toThrow();
    await expect(store.open(keyOf("missing"))).rejects.toThrow(FileGone);
  });

  it("belongs to its organisation alone", async () => {
    const other = await platform.createOrg();
    await put(createDatabaseStore(platform.services.db), "own", Buffer.from("own"));
    const { rows } = await platform.services.db.withOrg(other.orgId, (tx) =>
      tx.execute("select 1 from file_chunks"),
    );
    expect(rows).toEqual([]);
  });

  it("may still be on the disk, where it was stored before", async () => {
    const { services } = platform;
    const config = { ...services.config, fileStore: "database" as const };
    await put(createFileStore(config.dataDir), "earlier", Buffer.from("earlier"));
    const store = mediaStore({ ...services, config });
    expect((await contentOf(store, "earlier")).toString()).toBe("earlier");
    const before = await chunksStored();
    await put(store, "new", Buffer.from("new"));
    expect(await chunksStored()).toBe(before! + 1);
    for (const name of ["earlier", "new"]) {
      await store.remove(keyOf(name));
      await expect(store.open(keyOf(name))).rejects.toThrow(FileGone);
    }
  });
});

describe("a bucket that fails", () => {
  it("is asked again after 503, and then reported as unavailable", async () => {
    const store = createS3Store(bucketAt(bucket));
    bucket.state.fault = { kind: "503", times: 2 };
    await put(store, "again", Buffer.from("again"));
    expect((await contentOf(store, "again")).toString()).toBe("again");
    bucket.state.fault = { kind: "503", times: 3 };
    await expect(store.open(keyOf("again"))).rejects.toThrow(StoreUnavailable);
    expect((await contentOf(store, "again")).toString()).toBe("again");
  });

  it("is given up when it hangs", async () => {
    const store = createS3Store(bucketAt(bucket), { answerWithinMs: 300 });
    bucket.state.fault = { kind: "hangs" };
    const before = bucket.state.calls;
    await expect(store.open(keyOf("hangs"))).rejects.toThrow(StoreUnavailable);
    expect(bucket.state.calls - before).toBe(1);
  });
});
