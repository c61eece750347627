import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Agent } from "undici";
import { type AddressRules, guardedLookup, refusalOfUrl } from "./guard.server.ts";

const connectMs = 5_000;
const idleMs = 10_000;
const wholeMs = 45_000;

/** Why nothing was fetched, as text for the caller. */
export class LinkFailed extends Error {
  override name = "LinkFailed";
}

/**
 * Downloads from a public address: redirects are not followed, non-public addresses are not called, and size
 * and time are limited. @throws LinkFailed
 */
export async function saveLink(
  rules: AddressRules,
  { url, target, maxBytes }: { url: string; target: string; maxBytes: number },
): Promise<{ bytes: number }> {
  const refusal = refusalOfUrl(url, rules);
  if (refusal) throw new LinkFailed(refusal);
  const agent = new Agent({
    connect: { timeout: connectMs, lookup: guardedLookup(rules) as never },
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
  });
  try {
    const { origin, pathname, search } = new URL(url);
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method: "GET",
      headers: { "user-agent": "Tarishi-Media/1", accept: "*/*" },
      signal: AbortSignal.timeout(wholeMs),
    });
    if (answer.statusCode !== 200) throw new LinkFailed(`it answered HTTP ${answer.statusCode}.`);
    const counted = { bytes: 0 };
    await pipeline(answer.body, upTo(maxBytes, counted), createWriteStream(target));
    return counted;
  } catch (error) {
    throw error instanceof LinkFailed ? error : new LinkFailed(wordsOf(error), { cause: error });
  } finally {
    await agent.destroy();
  }
}

function upTo(maxBytes: number, counted: { bytes: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      counted.bytes += chunk.length;
      if (counted.bytes > maxBytes)
        done(new LinkFailed(`it is larger than ${Math.round(maxBytes / 1_048_576)} MB.`));
      else done(null, chunk);
    },
  });
}

function wordsOf(error: unknown): string {
  const { code, name, message, cause } = error as Error & { code?: string; cause?: Error };
  if (name === "ForbiddenAddress") return message;
  if (cause?.name === "ForbiddenAddress") return cause.message;
  if (name === "TimeoutError" || name === "AbortError") return "no answer in time.";
  return `no connection (${code ?? name}).`;
}
