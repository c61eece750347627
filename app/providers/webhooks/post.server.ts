import type { IncomingHttpHeaders } from "node:http";
import { Agent, type Dispatcher } from "undici";
import { createDeadlines } from "./deadlines.ts";
import { type AddressRules, guardedLookup, refusalOfUrl } from "./guard.server.ts";
import { responseCharacters, responseSeconds } from "./limits.ts";

const connectMs = 5_000;
/** The rest of a response is not read. */
const mostBytes = 64 * 1024;
const mostTargets = 10_000;

/** The response of an organisation's system; without a status there was none. */
export interface HookAnswer {
  status: number | null;
  /** The beginning of the response, or why there was none. */
  text: string;
  retryAfterSeconds: number | undefined;
  durationMs: number;
}

export interface HookClient {
  post(url: string, body: string, headers: Record<string, string>): Promise<HookAnswer>;
  close(): Promise<void>;
}

/** Where a POST to a URL goes, or why it may not. */
type Target = { origin: string; path: string } | { refusal: string };

/**
 * Calls addresses given by organisations: only public ones, following no redirect, within limits of time and
 * size.
 */
export function createHookClient(
  rules: AddressRules,
  resolve?: Parameters<typeof guardedLookup>[1],
  limitMs = responseSeconds * 1000,
): HookClient {
  const agent = new Agent({
    connect: { timeout: connectMs, lookup: guardedLookup(rules, resolve) as never },
    // The deadlines end a call whatever it waits for; undici's own limits would restart with each chunk.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 10_000,
  });
  const deadlines = createDeadlines(limitMs);
  const targetOf = createTargets(rules);
  return {
    post(url, body, headers) {
      const start = performance.now();
      const target = targetOf(url);
      if ("refusal" in target) return Promise.resolve({ ...noAnswer(target.refusal), durationMs: 0 });
      const request = {
        ...target,
        method: "POST" as const,
        headers: { "content-type": "application/json", "user-agent": "Tarishi-Webhooks/1", ...headers },
        body,
      };
      return new Promise((done) => {
        const call = new Call((outcome) => {
          deadlines.delete(deadline);
          done({ ...outcome, durationMs: Math.round(performance.now() - start) });
        });
        const deadline = deadlines.add(() => call.giveUp());
        call.dispatch(agent, request);
      });
    },
    close: () => agent.destroy(),
  };
}

/** Checks and splits each URL once, by its text only: its resolved name is checked at each connection. */
function createTargets(rules: AddressRules): (url: string) => Target {
  const targets = new Map<string, Target>();
  return (url) => {
    const known = targets.get(url);
    if (known) return known;
    if (targets.size >= mostTargets) targets.clear();
    const refusal = refusalOfUrl(url, rules);
    const target = refusal ? { refusal } : partsOf(new URL(url));
    targets.set(url, target);
    return target;
  };
}

const partsOf = ({ origin, pathname, search }: URL): Target => ({ origin, path: pathname + search });

type Outcome = Omit<HookAnswer, "durationMs">;

const noAnswer = (text: string): Outcome => ({ status: null, text, retryAfterSeconds: undefined });

/** Reads the beginning of a response and calls `done` once, with it or with the reason why there is none. */
class Call implements Dispatcher.DispatchHandler {
  readonly #done: (outcome: Outcome) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #retryAfterSeconds: number | undefined;
  #length = 0;
  #ended = false;

  constructor(done: (outcome: Outcome) => void) {
    this.#done = done;
  }

  #end(outcome: Outcome): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#done(outcome);
  }

  /** Never throws: a request that undici refuses fails like one without a connection. */
  dispatch(agent: Agent, request: Dispatcher.DispatchOptions): void {
    try {
      agent.dispatch(request, this);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #fail(error: Error): void {
    this.#end(noAnswer(reasonOf(error)));
  }

  giveUp(): void {
    this.#fail(new DOMException("The time is over.", "TimeoutError"));
    this.#controller?.abort(new Error("given up"));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It waited for a connection until its time was over.
    if (this.#ended) controller.abort(new Error("given up"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#retryAfterSeconds = secondsOf(headers["retry-after"]);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended) return;
    this.#chunks.push(chunk);
    this.#length += chunk.byteLength;
    if (this.#length < mostBytes) return;
    this.onResponseEnd();
    controller.abort(new Error("more than is read"));
  }

  onResponseEnd(): void {
    const text = beginningOf(this.#chunks);
    this.#end({ status: this.#status, text, retryAfterSeconds: this.#retryAfterSeconds });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }
}

const beginningOf = (chunks: Buffer[]): string =>
  Buffer.concat(chunks).toString().replaceAll("\0", "").toWellFormed().slice(0, responseCharacters);

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
