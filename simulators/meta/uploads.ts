import { createHash, randomBytes } from "node:crypto";
import type { AuthorisedCall } from "./graphCall.ts";
import { invalidParameter } from "./graphError.ts";
import { jsonReply, type Reply } from "./reply.ts";

/** Samples by resumable upload (facts/whatsapp-cloud-api.md §7). */

interface Upload {
  fileLength: number;
  fileType: string;
  content: Buffer[];
  received: number;
}

const MB = 1024 * 1024;
const TYPES = /^(image\/(jpeg|jpg|png)|video\/(mp4|3gpp)|application\/pdf)$/;
/** The limit; the oldest are dropped first. */
const KEPT = 5_000;

export class Uploads {
  private readonly sessions = new Map<string, Upload>();
  private readonly types = new Map<string, string>();

  /** The type of the file behind a handle. */
  readonly typeOf = (handle: string): string | undefined => this.types.get(handle);

  open(fileLength: number, fileType: string): string {
    const id = `upload:${randomBytes(24).toString("base64url")}`;
    this.sessions.set(id, { fileLength, fileType, content: [], received: 0 });
    forgetOldest(this.sessions);
    return id;
  }

  find(id: string): Upload | undefined {
    return this.sessions.get(id);
  }

  /** The handle of a complete file. */
  close(id: string, { fileType, content }: Upload): string {
    const hash = createHash("sha256");
    for (const part of content) hash.update(part);
    const handle = `4::${Buffer.from(fileType).toString("base64")}:${hash.digest("base64url")}`;
    this.sessions.delete(id);
    this.types.set(handle, fileType);
    forgetOldest(this.types);
    return handle;
  }

  clear(): void {
    this.sessions.clear();
    this.types.clear();
  }
}

function forgetOldest(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    if (map.size <= KEPT) return;
    map.delete(key);
  }
}

/** `POST /{APP_ID}/uploads` */
export function openUpload({ simulator, query }: AuthorisedCall): Reply {
  const fileLength = Number(query.get("file_length"));
  const fileType = query.get("file_type") ?? "";
  if (!Number.isInteger(fileLength) || fileLength < 1 || fileLength > 100 * MB)
    return invalidParameter("Param file_length must be a number of bytes.");
  if (!TYPES.test(fileType)) return invalidParameter(`Param file_type '${fileType}' is not supported.`);
  return jsonReply(200, { id: simulator.uploads.open(fileLength, fileType) });
}

/** `POST /upload:…` accepts bytes from `file_offset` on; `GET /upload:…` returns the current offset. */
export function answerUpload({ simulator, method, path, bytes, fileOffset }: AuthorisedCall): Reply {
  const id = path[0] ?? "";
  const upload = simulator.uploads.find(id);
  if (!upload) return invalidParameter("The upload session does not exist.");
  if (method === "GET") return jsonReply(200, { id, file_offset: upload.received });
  if (fileOffset !== upload.received)
    return invalidParameter(`Header file_offset must be ${upload.received}.`);
  upload.content.push(bytes);
  upload.received += bytes.length;
  if (upload.received > upload.fileLength) return invalidParameter("More bytes than file_length says.");
  if (upload.received < upload.fileLength) return jsonReply(200, { id, file_offset: upload.received });
  return jsonReply(200, { h: simulator.uploads.close(id, upload) });
}
