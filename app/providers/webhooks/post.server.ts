import { Agent } from "undici";
import { type AddressRules, guardedLookup, refusalOfUrl } from "./guard.server.ts";

const connectMs = 5_000;
const answerMs = 15_000;
/** More of an answer is not read. */
const mostBytes = 64 * 1024;
/** What the delivery log keeps of it. */
const keptCharacters = 2_000;

/** What a system of an organisation answered; without a status it did not. */
export interface HookAnswer {
  status: number | null;
  /** The beginning of the answer, or why there was none. */
  text: string;
  retryAfterSeconds: number | undefined;
  durationMs: number;
}

export interface HookClient {
  post(url: string, body: string, headers: Record<string, string>): Promise<HookAnswer>;
  close(): Promise<void>;
}

/** Calls addresses that organisations gave: only public ones, following no redirect, within limits of time and size. */
export function createHookClient(
  rules: AddressRules,
  resolve?: Parameters<typeof guardedLookup>[1],
): HookClient {
  const agent = new Agent({
    connect: { timeout: connectMs, lookup: guardedLookup(rules, resolve) as never },
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    keepAliveTimeout: 10_000,
  });
  return {
    async post(url, body, headers) {
      const start = performance.now();
      const took = () => Math.round(performance.now() - start);
      const refusal = refusalOfUrl(url, rules);
      if (refusal) return { status: null, text: refusal, retryAfterSeconds: undefined, durationMs: 0 };
      try {
        const { origin, pathname, search } = new URL(url);
        const answer = await agent.request({
          origin,
          path: pathname + search,
          method: "POST",
          headers: { "content-type": "application/json", "user-agent": "Tarishi-Webhooks/1", ...headers },
          body,
          signal: AbortSignal.timeout(answerMs),
        });
        const text = await beginningOf(answer.body);
        return {
          status: answer.statusCode,
          text,
          retryAfterSeconds: secondsOf(answer.headers["retry-after"]),
          durationMs: took(),
        };
      } catch (error) {
        return { status: null, text: reasonOf(error), retryAfterSeconds: undefined, durationMs: took() };
      }
    },
    close: () => agent.destroy(),
  };
}

async function beginningOf(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length >= mostBytes) break;
  }
  return Buffer.concat(chunks).toString().replaceAll("\0", "").toWellFormed().slice(0, keptCharacters);
}

function secondsOf(header: string | string[] | undefined): number | undefined {
  const seconds = Number(Array.isArray(header) ? header[0] : header);
  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, 86_400) : undefined;
}

function reasonOf(error: unknown): string {
  const { code, message, name, cause } = error as Error & { code?: string; cause?: Error };
  if (name === "ForbiddenAddress") return message;
  if (name === "TimeoutError" || name === "AbortError") return "No answer in time.";
  if (cause?.name === "ForbiddenAddress") return cause.message;
  return `No connection: ${code ?? message}`;
}
