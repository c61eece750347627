import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How long a client may take; in tests they are shorter. */
export interface HttpLimits {
  headersMs: number;
  /** For a whole request. Beyond that it must bring at least `slowestBytesPerSecond`. */
  requestMs: number;
  slowestBytesPerSecond: number;
  /** How long a connection may stand still while a request or its answer is under way. */
  stillMs: number;
  /** Connections at most; what comes beyond is refused at once. */
  connections: number;
}

export const defaultHttpLimits: HttpLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  slowestBytesPerSecond: 2048,
  stillMs: 90_000,
  connections: 4000,
};

/** How often Node.js looks for connections that are over their time. */
export const httpOptions = { connectionsCheckingInterval: 5000 };

/** Requests that one connection may send ahead of the answers. Browsers and proxies send none. */
const mostAhead = 10;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The longest time that Node.js itself gives a request: a limit for uploads that come fast enough. */
const longestMs = 30 * 60_000;

/**
 * Sets what one client may take of the server: time, connections, and one request at a time on each connection, so that
 * requests sent ahead are not worked off while nobody reads the answers.
 */
export function serveWithin(server: Server, limits: HttpLimits, handle: Handler): void {
  server.headersTimeout = limits.headersMs;
  server.requestTimeout = longestMs;
  server.timeout = limits.stillMs;
  server.keepAliveTimeout = 75_000;
  server.maxConnections = limits.connections;
  const waiting = new WeakMap<Socket, (() => void)[]>();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const ahead = waiting.get(socket);
    const begin = () => {
      if (socket.destroyed) return;
      refuseSlow(request, response, limits);
      handle(request, response);
    };
    response.once("close", () => {
      const next = waiting.get(socket)?.shift();
      if (next) next();
      else waiting.delete(socket);
    });
    if (!ahead) {
      waiting.set(socket, []);
      begin();
    } else if (ahead.length < mostAhead) ahead.push(begin);
    else socket.destroy();
  });
}

/** Ends a request whose body is not there in time, unless it comes fast enough. */
function refuseSlow(request: IncomingMessage, response: ServerResponse, limits: HttpLimits): void {
  if (request.complete) return;
  const { socket } = request;
  let seen = socket.bytesRead;
  const check = (everyMs: number) =>
    setTimeout(() => {
      const came = socket.bytesRead - seen;
      seen = socket.bytesRead;
      if (request.complete || socket.destroyed) return;
      if (came >= (limits.slowestBytesPerSecond * everyMs) / 1000) {
        timer = check(everyMs);
        return;
      }
      if (!response.headersSent) socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
      socket.destroySoon();
    }, everyMs).unref();
  let timer = check(limits.requestMs);
  const stop = () => clearTimeout(timer);
  request.once("end", stop);
  request.once("close", stop);
}
