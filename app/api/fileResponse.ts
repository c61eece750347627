import { Readable } from "node:stream";

/** An uploaded file, served safely to a browser. */
export interface ForeignFile {
  content: Readable;
  contentType: string;
  fileName: string;
  /** Of the whole file. */
  bytes: number;
  part: { start: number; end: number } | null;
  /** The browser may show it; otherwise it downloads it. */
  isShown: boolean;
}

const standing = {
  // The content may be a page: it runs nothing, and is read only as its declared type.
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
  "accept-ranges": "bytes",
};

/** The response with a file, whole or in part (RFC 9110 §14). */
export function fileResponse(file: ForeignFile & { length: number | null }): Response {
  const { part } = file;
  const length = part ? part.end - part.start + 1 : file.length;
  return new Response(Readable.toWeb(file.content) as ReadableStream<Uint8Array>, {
    status: part ? 206 : 200,
    headers: {
      ...standing,
      "content-type": file.isShown ? file.contentType : "application/octet-stream",
      "content-disposition": `${file.isShown ? "inline" : "attachment"}; ${namesOf(file.fileName)}`,
      ...(length === null ? {} : { "content-length": String(length) }),
      ...(part ? { "content-range": `bytes ${part.start}-${part.end}/${file.bytes}` } : {}),
    },
  });
}

export const outOfRange = (bytes: number): Response =>
  new Response(null, { status: 416, headers: { ...standing, "content-range": `bytes */${bytes}` } });

/** The name in ASCII for old browsers, and unchanged (RFC 6266, RFC 8187). */
function namesOf(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${whole}`;
}
