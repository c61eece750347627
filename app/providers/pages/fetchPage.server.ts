import { Agent, request } from "undici";
import type { AddressList } from "#app/platform/http/addresses.ts";
import {
  type AddressRules,
  ForbiddenAddress,
  guardedLookup,
  hasUsualPort,
  isForbiddenHost,
} from "#app/providers/webhooks/guard.server.ts";
import { maxPageBytes, type PageProblem, pageSeconds } from "./pageProblems.ts";

const maxRedirects = 5;

/** Why a page was not read; its text is built for the reading member. */
export class PageError extends Error {
  override name = "PageError";
  readonly problem: PageProblem;
  /** The page's status, when that is the problem. */
  readonly status: number;
  constructor(problem: PageProblem, { status = 0, cause }: { status?: number; cause?: unknown } = {}) {
    super(problem, { cause });
    this.problem = problem;
    this.status = status;
  }
}

/**
 * The HTML or text of a public page. Every redirect hop is checked, and the checked address is the one
 * called. @throws PageError
 */
export async function fetchPage(
  url: string,
  options: { allowed?: AddressList | undefined } = {},
): Promise<{ text: string; isHtml: boolean; url: string }> {
  const signal = AbortSignal.timeout(pageSeconds * 1000);
  let at = url;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const answer = await fetchHop(at, signal, { allowLoopback: options.allowed !== undefined });
    if ("text" in answer) return { ...answer, url: at };
    at = answer.location;
  }
  throw new PageError("redirects");
}

type Hop = { location: string } | { text: string; isHtml: boolean };

async function fetchHop(url: string, signal: AbortSignal, rules: AddressRules): Promise<Hop> {
  const target = checked(url, rules);
  const dispatcher = new Agent({ connect: { lookup: guardedLookup(rules) as never } });
  try {
    const { statusCode, headers, body } = await request(target, {
      dispatcher,
      signal,
      headers: { accept: "text/html, text/plain", "user-agent": "Tarishi page reader" },
    });
    const location = headers.location;
    if (statusCode >= 300 && statusCode < 400 && typeof location === "string") {
      await body.dump({ limit: 10_000 });
      return { location: new URL(location, target).href };
    }
    if (statusCode !== 200) {
      await body.dump({ limit: 10_000 });
      throw new PageError("status", { status: statusCode });
    }
    const type = String(headers["content-type"] ?? "").toLowerCase();
    if (!/^(text\/html|application\/xhtml\+xml|text\/plain)\b/.test(type)) {
      // A body destroyed before it is read throws uncaught.
      await body.dump({ limit: 10_000 });
      throw new PageError("not_a_page");
    }
    return { text: await readText(body), isHtml: !type.startsWith("text/plain") };
  } catch (error) {
    if (error instanceof PageError) throw error;
    throw new PageError(signal.aborted ? "late" : connectionProblem(error), { cause: error });
  } finally {
    void dispatcher.destroy();
  }
}

function connectionProblem(error: unknown): PageProblem {
  if (error instanceof ForbiddenAddress) return "private_host";
  return (error as { syscall?: string }).syscall === "getaddrinfo" ? "no_host" : "unreached";
}

function checked(url: string, rules: AddressRules): URL {
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) throw new PageError("no_protocol");
  if (target.username || target.password) throw new PageError("password");
  if (!hasUsualPort(target) && !rules.allowLoopback) throw new PageError("port");
  if (isForbiddenHost(target, rules)) throw new PageError("private_host");
  return target;
}

async function readText(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxPageBytes) {
      body.destroy();
      throw new PageError("too_large");
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
