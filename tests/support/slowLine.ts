import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A page arrives in so many pieces, cut between its elements. */
const pieces = 16;
/** Enough time for a browser to draw what it has. */
const pauseMs = 40;
/** Scripts come when the page is complete. */
const scriptMs = pieces * pauseMs + 100;
/** Before the piece that loads them, so that the page is drawn without them even if they are cached. */
const beforeScriptsMs = 3 * pauseMs;

export interface SlowLine {
  url: string;
  close(): Promise<void>;
}

/**
 * A proxy to a server that delivers pages in pieces, with a pause after each, and their scripts only after
 * that: every moment of a slow line, on every machine. Browsers cache scripts only: a page's own are waited
 * for on its first visit.
 */
export async function openSlowLine(target: string): Promise<SlowLine> {
  const server = http.createServer((request, response) => {
    const { "accept-encoding": _, ...headers } = request.headers;
    const onward = http.request(
      new URL(request.url ?? "/", target),
      { method: request.method, headers: { ...headers, host: new URL(target).host } },
      (answer) => void pass(answer, response),
    );
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function pass(answer: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { "content-length": _, ...headers } = answer.headers;
  const type = answer.headers["content-type"] ?? "";
  const isScript = type.includes("javascript");
  response.writeHead(answer.statusCode ?? 502, {
    ...headers,
    ...(isScript ? {} : { "cache-control": "no-store" }),
  });
  if (type.startsWith("text/html")) {
    const parts = cut(await textOf(answer));
    const last = parts.pop();
    for (const piece of parts) {
      response.write(piece);
      await pause(pauseMs);
    }
    await pause(beforeScriptsMs);
    response.end(last);
  } else {
    if (isScript) await pause(scriptMs);
    answer.pipe(response);
  }
}

async function textOf(answer: http.IncomingMessage): Promise<string> {
  answer.setEncoding("utf8");
  let text = "";
  for await (const part of answer) text += part;
  return text;
}

/**
 * The head in one piece, then the body in pieces of equal length that each begin with a tag, then its
 * scripts.
 */
function cut(html: string): string[] {
  const body = html.indexOf("<body");
  const scripts = html.indexOf("<script", body);
  const end = scripts === -1 ? html.length : scripts;
  const length = Math.ceil((end - body) / pieces);
  const cuts = [0];
  for (let at = body; at !== -1 && at < end; at = html.indexOf("<", at + length)) cuts.push(at);
  return cuts.map((start, index) => html.slice(start, cuts[index + 1]));
}
