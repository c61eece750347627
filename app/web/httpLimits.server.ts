import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Client time limits; shorter in tests. */
export interface HttpLimits {
  headersMs: number;
  /** For a whole request. Beyond that it must send at least `slowestBytesPerSecond`. */
  requestMs: number;
  slowestBytesPerSecond: number;
  /** How long a connection may be idle while a request or its response is in flight. */
  stillMs: number;
  /** Maximum connections; further ones are refused at once. */
  connections: number;
}

export const defaultHttpLimits: HttpLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  slowestBytesPerSecond: 2048,
  stillMs: 90_000,
  connections: 4000,
};

/** How often Node.js checks for connections over their time. */
export const httpOptions = { connectionsCheckingInterval: 5000 };

/** Requests that one connection may pipeline. Browsers and proxies send none. */
const mostAhead = 10;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Node.js's own maximum time of a request: a limit for uploads that are fast enough. */
const longestMs = 30 * 60_000;

/**
 * Limits what one client may use of the server: time, connections, and one request at a time on each
 * connection, so that pipelined requests are not handled while no one reads the responses.
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

/** Ends a request whose body is late, unless it is fast enough. */
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
