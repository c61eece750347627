import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type ByteRange, FileGone, type MediaStore } from "./mediaStore.ts";

const keyShape = /^[\w-]+(\/[\w.-]+)+$/;

/** Files in `media` of the data directory, readable by the owner only. */
export function createFileStore(dataDir: string): MediaStore {
  const root = path.join(dataDir, "media");
  const placeOf = (key: string) => {
    if (!keyShape.test(key) || key.includes("..")) throw new FileGone(key);
    return path.join(root, key);
  };
  return {
    async put(key, source) {
      const place = placeOf(key);
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      const temporary = `${place}.${randomUUID()}`;
      try {
        await copyFile(source, temporary);
        await rename(temporary, place);
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async open(key: string, range?: ByteRange) {
      const file = await open(placeOf(key), "r").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") throw new FileGone(key);
        throw error;
      });
      return createReadStream("", { ...range, fd: file });
    },
    async remove(key) {
      await rm(placeOf(key), { force: true });
    },
  };
}
