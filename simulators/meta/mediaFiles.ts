import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newNodeId } from "./ids.ts";

/** A file at Meta (facts/whatsapp-cloud-api.md §7). */
export interface MediaFile {
  id: string;
  phoneNumberId: string;
  contentType: string;
  bytes: number;
  /** Base64 of the SHA-256. */
  sha256: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** The unguessable part of the download's address. */
  hash: string;
}

const UPLOADED_FOR_MS = 30 * 86_400_000;
const RECEIVED_FOR_MS = 7 * 86_400_000;
const URL_FOR_MS = 5 * 60_000;
/** The limit in memory; the oldest are dropped first. */
const MEMORY_MAX_BYTES = 256 * 1024 * 1024;

/** Files uploaded by businesses or sent by customers; next to the state on disk, or in memory. */
export class MediaFiles {
  private readonly files = new Map<string, MediaFile>();
  private readonly contents = new Map<string, Buffer>();
  private readonly urls = new Map<string, { id: string; until: number }>();
  private readonly folder: string | undefined;
  private inMemory = 0;

  constructor(stateDir: string | undefined) {
    this.folder = stateDir === undefined ? undefined : join(stateDir, "media");
  }

  add(input: {
    phoneNumberId: string;
    contentType: string;
    content: Buffer;
    from: "business" | "customer";
    nowMs: number;
  }): MediaFile {
    const file: MediaFile = {
      id: newNodeId(),
      phoneNumberId: input.phoneNumberId,
      contentType: input.contentType,
      bytes: input.content.length,
      sha256: createHash("sha256").update(input.content).digest("base64"),
      expiresAt: input.nowMs + (input.from === "business" ? UPLOADED_FOR_MS : RECEIVED_FOR_MS),
      hash: randomBytes(16).toString("base64url"),
    };
    this.files.set(file.id, file);
    if (this.folder !== undefined) {
      mkdirSync(this.folder, { recursive: true });
      writeFileSync(join(this.folder, file.id), input.content);
    } else {
      this.contents.set(file.id, input.content);
      this.inMemory += input.content.length;
      for (const [id, content] of this.contents) {
        if (this.inMemory <= MEMORY_MAX_BYTES || id === file.id) break;
        this.inMemory -= content.length;
        this.contents.delete(id);
        this.files.delete(id);
      }
    }
    return file;
  }

  /** A file that has not expired. */
  find(id: string, nowMs: number): MediaFile | undefined {
    const file = this.files.get(id);
    return file && file.expiresAt > nowMs ? file : undefined;
  }

  contentOf({ id }: MediaFile): Buffer | undefined {
    if (this.folder === undefined) return this.contents.get(id);
    const path = join(this.folder, id);
    return existsSync(path) ? readFileSync(path) : undefined;
  }

  /** A new address of the file, valid for five minutes. */
  urlOf(file: MediaFile, baseUrl: string, nowMs: number): string {
    const key = randomBytes(16).toString("base64url");
    for (const [old, { until }] of this.urls) if (until <= nowMs) this.urls.delete(old);
    this.urls.set(key, { id: file.id, until: nowMs + URL_FOR_MS });
    return `${baseUrl}/_media/${file.id}?hash=${key}`;
  }

  /** The file of such an address, while valid. */
  atUrl(id: string, key: string, nowMs: number): MediaFile | undefined {
    const url = this.urls.get(key);
    return url?.id === id && url.until > nowMs ? this.find(id, nowMs) : undefined;
  }

  remove(id: string): void {
    this.files.delete(id);
    const content = this.contents.get(id);
    if (content) this.inMemory -= content.length;
    this.contents.delete(id);
    if (this.folder !== undefined) rmSync(join(this.folder, id), { force: true });
  }

  clear(): void {
    for (const id of [...this.files.keys()]) this.remove(id);
    this.urls.clear();
  }

  toSnapshot(nowMs: number): MediaFile[] {
    for (const file of this.files.values()) if (file.expiresAt <= nowMs) this.remove(file.id);
    // Files in memory do not outlive the process.
    return this.folder === undefined ? [] : [...this.files.values()];
  }

  restore(files: readonly MediaFile[]): void {
    for (const file of files) this.files.set(file.id, file);
  }
}
