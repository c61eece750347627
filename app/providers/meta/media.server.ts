import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Agent, request } from "undici";
import { type Graph, GraphError, type GraphErrorBody, GraphUnreachable } from "./graph.server.ts";

/** Files of messages at Meta (facts/whatsapp-cloud-api.md §7). */
export interface MediaAtMeta {
  url: string;
  contentType: string | undefined;
  /** In base64 or hex. */
  hash: string | undefined;
  bytes: number | undefined;
}

/** Meta no longer has this file. */
export class MediaGone extends Error {}
/** It is larger than it may be. */
export class MediaTooLarge extends Error {}

const withinMs = 120_000;
const agent = new Agent({ connect: { timeout: 5000 }, headersTimeout: 30_000, bodyTimeout: 30_000 });

/** Hosts that get an access token: Meta's own. */
const metaHosts = /(^|\.)(fbsbx\.com|fbcdn\.net|whatsapp\.net|facebook\.com)$/;

function mayHaveToken(graph: Graph, address: URL): boolean {
  return (
    (address.protocol === "https:" && metaHosts.test(address.hostname)) ||
    address.origin === new URL(graph.baseUrl).origin
  );
}

/** Meta returns its code for missing objects, or a plain 404. */
const isGone = (error: unknown): boolean =>
  error instanceof GraphError && (error.status === 404 || (error.code === 100 && error.subcode === 33));

/** A file's address for the next five minutes. @throws MediaGone, GraphError, GraphUnreachable */
export async function findMedia(
  graph: Graph,
  input: { accessToken: string; phoneNumberId: string; metaMediaId: string },
): Promise<MediaAtMeta> {
  if (!/^\w{1,64}$/.test(input.metaMediaId)) throw new MediaGone();
  const found = await graph
    .call<{ url?: string; mime_type?: string; sha256?: string; file_size?: number | string }>({
      method: "GET",
      path: `/${input.metaMediaId}`,
      query: { phone_number_id: input.phoneNumberId },
      accessToken: input.accessToken,
    })
    .catch((error: unknown) => {
      throw isGone(error) ? new MediaGone() : error;
    });
  if (!found.url) throw new MediaGone();
  return {
    url: found.url,
    contentType: found.mime_type,
    hash: found.sha256,
    bytes: found.file_size === undefined ? undefined : Number(found.file_size),
  };
}

/**
 * Writes a file of Meta's to `target`; returns its length and the SHA-256 of its bytes. @throws MediaGone,
 * MediaTooLarge, GraphUnreachable
 */
export async function downloadMedia(
  graph: Graph,
  input: { accessToken: string; url: string; target: string; maxBytes: number },
): Promise<{ bytes: number; sha256: Buffer }> {
  const address = new URL(input.url);
  if (!mayHaveToken(graph, address)) throw new GraphUnreachable(new Error("the address is not Meta's"));
  const hash = createHash("sha256");
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > input.maxBytes) done(new MediaTooLarge());
      else done(null, chunk);
    },
  });
  try {
    const answer = await request(address, {
      dispatcher: agent,
      signal: AbortSignal.timeout(withinMs),
      headers: { authorization: `Bearer ${input.accessToken}`, "user-agent": "Tarishi" },
    });
    if (answer.statusCode !== 200) await answer.body.dump({ limit: 10_000 });
    // Also for an expired address; the next try requests a new one.
    if (answer.statusCode === 404) throw new MediaGone();
    if (answer.statusCode !== 200) throw new Error(`the file's address answered ${answer.statusCode}`);
    await pipeline(answer.body, counted, createWriteStream(input.target));
  } catch (error) {
    if (error instanceof MediaGone || error instanceof MediaTooLarge) throw error;
    throw new GraphUnreachable(error);
  }
  return { bytes, sha256: hash.digest() };
}

/** Uploads a file to Meta, which can be sent for 30 days. @throws GraphError, GraphUnreachable */
export async function uploadMedia(
  graph: Graph,
  input: {
    accessToken: string;
    phoneNumberId: string;
  } & FileToUpload,
): Promise<{ metaMediaId: string }> {
  const form = formAround(input);
  let status: number;
  let parsed: unknown;
  try {
    const answer = await graph.pool.request({
      method: "POST",
      path: `${graph.pathPrefix}/${input.phoneNumberId}/media`,
      headers: {
        authorization: `Bearer ${input.accessToken}`,
        "content-type": form.contentType,
        "content-length": String(form.bytes),
      },
      body: form.body,
      signal: AbortSignal.timeout(withinMs),
    });
    status = answer.statusCode;
    parsed = await answer.body.json();
  } catch (error) {
    input.content.destroy();
    throw new GraphUnreachable(error);
  }
  if (status >= 400) throw new GraphError(status, parsed as GraphErrorBody);
  const { id } = parsed as { id?: unknown };
  if (typeof id !== "string") throw new GraphUnreachable(new Error("the answer has no id"));
  return { metaMediaId: id };
}

interface FileToUpload {
  content: Readable;
  bytes: number;
  contentType: string;
  fileName: string;
}

/** A multipart form with one file, whose length is known before it is sent. */
function formAround(input: FileToUpload): { contentType: string; bytes: number; body: Readable } {
  const boundary = `file${randomUUID()}`;
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = Buffer.from(
    `${field("messaging_product", "whatsapp")}${field("type", input.contentType)}--${boundary}\r\n` +
      `content-disposition: form-data; name="file"; filename="${quotable(input.fileName)}"\r\ncontent-type: ${input.contentType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* body() {
    yield head;
    for await (const chunk of input.content) yield chunk as Buffer;
    yield tail;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + input.bytes + tail.length,
    body: Readable.from(body()),
  };
}

const quotable = (name: string) => name.replaceAll(/["\\\r\n]/g, "_");
