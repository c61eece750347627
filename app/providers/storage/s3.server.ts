import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { S3Config } from "#app/platform/config/s3Config.ts";
import { type ByteRange, FileGone, type MediaStore, StoreUnavailable } from "./mediaStore.ts";

/** The longest time until a call has its answer, which for an upload is that of the upload; and with its content. */
const answerWithinMs = { GET: 10_000, DELETE: 10_000, PUT: 60_000 };
const completeWithinMs = 120_000;
/** Tries of one call, and the wait after the first, which doubles. Stores answer 503 to ask for less at once. */
const tries = 3;
const againAfterMs = 200;

interface Call {
  method: keyof typeof answerWithinMs;
  key: string;
  headers?: Record<string, string>;
  body?: Blob;
}

interface Limits {
  answerWithinMs?: number;
}

/** One signed call. @throws StoreUnavailable */
function callerOf(config: S3Config, limits: Limits) {
  const client = new AwsClient({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    region: config.region,
    service: "s3",
  });
  // Signed first and sent separately: so the body streams from the disk with its length.
  return async ({ method, key, headers = {}, body }: Call): Promise<Response> => {
    const signed = await client.sign(`${config.endpoint}/${config.bucket}/${key}`, { method, headers });
    const late = new AbortController();
    const withinMs = limits.answerWithinMs ?? answerWithinMs[method];
    const timer = setTimeout(() => late.abort(new Error("no answer in time")), withinMs);
    const answer = await fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: "error",
      signal: AbortSignal.any([late.signal, AbortSignal.timeout(completeWithinMs)]),
      ...(body ? { body } : {}),
    })
      .catch((error: unknown) => {
        throw new StoreUnavailable(`${method} ${key}`, error);
      })
      .finally(() => clearTimeout(timer));
    if (answer.status < 500 && answer.status !== 429) return answer;
    await answer.body?.cancel();
    throw new StoreUnavailable(`it answered ${answer.status} to ${method} ${key}`);
  };
}

/** The call, tried again while the store asks for less at once. One that hangs is not waited for again. */
async function retried(callOnce: (given: Call) => Promise<Response>, given: Call): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callOnce(given);
    } catch (error) {
      const isAnswer = error instanceof StoreUnavailable && error.cause === undefined;
      if (attempt === tries || !isAnswer) throw error;
      await sleep(againAfterMs * 2 ** (attempt - 1));
    }
  }
}

/** A bucket of an S3-compatible service, which every process reaches. */
export function createS3Store(config: S3Config, limits: Limits = {}): MediaStore {
  const callOnce = callerOf(config, limits);
  const call = (given: Call) => retried(callOnce, given);
  return {
    async put(key, path, contentType) {
      const answer = await call({
        method: "PUT",
        key,
        headers: { "content-type": contentType },
        body: await openAsBlob(path),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw failed("PUT", key, answer.status);
    },
    async open(key: string, range?: ByteRange) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await call({ method: "GET", key, headers });
      if (answer.ok && answer.body) return Readable.fromWeb(answer.body as unknown as NodeReadableStream);
      await answer.body?.cancel();
      throw answer.status === 404 ? new FileGone(key) : failed("GET", key, answer.status);
    },
    async remove(key) {
      const answer = await call({ method: "DELETE", key });
      await answer.body?.cancel();
      if (!answer.ok && answer.status !== 404) throw failed("DELETE", key, answer.status);
    },
  };
}

const failed = (what: string, key: string, status: number) =>
  new Error(`the file store answered ${status} to ${what} ${key}`);
