import { Readable } from "node:stream";
import { promisify } from "node:util";
import {
  type BrotliCompress,
  type BrotliOptions,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  type Gzip,
  gzip,
} from "node:zlib";

const compressible =
  /^(text\/(html|css|plain|csv|javascript)|application\/(json|javascript|manifest\+json)|image\/svg\+xml)/;

const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 };
const brotliWhole = promisify<Buffer, BrotliOptions, Buffer<ArrayBuffer>>(brotliCompress);
const gzipWhole = promisify<Buffer, Buffer<ArrayBuffer>>(gzip);

/** A response of known length up to this is compressed in one piece, which is cheaper than as a stream. */
const maxWholeBytes = 512 * 1024;

/** Smaller responses already fit into one packet. */
const minBytes = 512;

/** The client's preferred encoding among ours; q=0 is a refusal. */
export function chooseEncoding(acceptEncoding: string | null): "br" | "gzip" | undefined {
  const accepted = new Map(
    (acceptEncoding ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return [name, quality === undefined ? 1 : Number(quality.slice(2))] as const;
    }),
  );
  for (const name of ["br", "gzip"] as const)
    if ((accepted.get(name) ?? accepted.get("*") ?? 0) > 0) return name;
  return undefined;
}

/**
 * Compresses a response as it streams. Event streams, encoded files and small bodies pass unchanged; what the
 * renderer flushed reaches the browser without waiting for the rest.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  if (!compressible.test(type) || response.headers.has("content-encoding")) return response;
  addVary(response.headers, "Accept-Encoding");
  const length = response.headers.get("content-length");
  const small = length !== null && Number(length) < minBytes;
  const encoding = chooseEncoding(request.headers.get("accept-encoding"));
  if (!encoding || !response.body || small || request.method === "HEAD") return response;

  const headers = new Headers(response.headers);
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  const etag = headers.get("etag");
  if (etag && !etag.startsWith("W/")) headers.set("etag", `W/${etag}`);
  if (length !== null && Number(length) <= maxWholeBytes) {
    const plain = Buffer.from(await response.arrayBuffer());
    const packed =
      encoding === "br" ? await brotliWhole(plain, { params: brotliParams }) : await gzipWhole(plain);
    headers.set("content-length", String(packed.length));
    return new Response(packed, { status: response.status, statusText: response.statusText, headers });
  }
  const encoder =
    encoding === "br" ? createBrotliCompress({ params: brotliParams }) : createGzip({ level: 6 });
  void pump(response.body, encoder);
  const body = Readable.toWeb(encoder) as ReadableStream<Uint8Array>;
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}

/** Feeds the encoder, and flushes it whenever the source pauses. */
async function pump(source: ReadableStream<Uint8Array>, encoder: BrotliCompress | Gzip): Promise<void> {
  const reader = source.getReader();
  encoder.once("close", () => void reader.cancel().catch(() => undefined));
  let pause: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      clearTimeout(pause);
      if (done) break;
      if (!encoder.write(value)) await drained(encoder);
      if (encoder.destroyed) return;
      pause = setTimeout(() => encoder.flush(), 4);
    }
    encoder.end();
  } catch (error) {
    clearTimeout(pause);
    encoder.destroy(error as Error);
  }
}

const drained = (encoder: BrotliCompress | Gzip) =>
  new Promise<void>((resolve) => {
    encoder.once("drain", resolve);
    encoder.once("close", resolve);
  });

function addVary(headers: Headers, name: string): void {
  const present = headers.get("vary");
  if (!present) headers.set("vary", name);
  else if (!present.toLowerCase().includes(name.toLowerCase())) headers.set("vary", `${present}, ${name}`);
}
