import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import type { S3Config } from "#app/platform/config/s3Config.ts";
import { type ByteRange, FileGone, type MediaStore } from "./mediaStore.ts";

const withinMs = 120_000;

/** A bucket of an S3-compatible service, which every process reaches. */
export function createS3Store(config: S3Config): MediaStore {
  const client = new AwsClient({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    region: config.region,
    service: "s3",
  });
  /** Signed first and sent separately: so the body streams from the disk with its length. */
  async function call(method: string, key: string, headers: Record<string, string>, body?: Blob) {
    const url = `${config.endpoint}/${config.bucket}/${key}`;
    const signed = await client.sign(url, { method, headers });
    return fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: "error",
      signal: AbortSignal.timeout(withinMs),
      ...(body ? { body } : {}),
    });
  }
  return {
    async put(key, path, contentType) {
      const answer = await call("PUT", key, { "content-type": contentType }, await openAsBlob(path));
      await answer.body?.cancel();
      if (!answer.ok) throw failed("PUT", key, answer.status);
    },
    async open(key: string, range?: ByteRange) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await call("GET", key, headers);
      if (answer.ok && answer.body) return Readable.fromWeb(answer.body as unknown as NodeReadableStream);
      await answer.body?.cancel();
      throw answer.status === 404 ? new FileGone(key) : failed("GET", key, answer.status);
    },
    async remove(key) {
      const answer = await call("DELETE", key, {});
      await answer.body?.cancel();
      if (!answer.ok && answer.status !== 404) throw failed("DELETE", key, answer.status);
    },
  };
}

const failed = (what: string, key: string, status: number) =>
  new Error(`the file store answered ${status} to ${what} ${key}`);
