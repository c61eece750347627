import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { UploadSource } from "#app/platform/files/saveUpload.server.ts";

/** The body of a request in the form of a verb's input. */
export const uploadOf = (request: Request): UploadSource => ({
  body: request.body ? Readable.fromWeb(request.body as unknown as NodeReadableStream) : Readable.from([]),
  contentType: request.headers.get("content-type") ?? "",
  contentLength: Number(request.headers.get("content-length") ?? 0),
});
