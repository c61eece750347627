import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { defaultHttpLimits, type HttpLimits, serveWithin } from "#app/web/httpLimits.server.ts";

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server with limits that expire within a test, and a connection to it. */
async function serve(
  limits: Partial<HttpLimits>,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const server = createServer({ connectionsCheckingInterval: 50 });
  serveWithin(server, { ...defaultHttpLimits, ...limits }, handle);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const open = (): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", () => resolve(socket));
      socket.on("error", () => undefined);
      closers.push(() => socket.destroy());
    });
  return { open };
}

const closed = (socket: Socket): Promise<string> => {
  let said = "";
  socket.on("data", (data) => {
    said += data.toString();
  });
  return new Promise((resolve) => socket.once("close", () => resolve(said)));
};

it("ends a request whose headers do not arrive", async () => {
  const { open } = await serve({ headersMs: 200 }, (_, response) => response.end());
  const socket = await open();
  socket.write("GET / HTTP/1.1\r\nHost:");
  expect(await closed(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

it("ends a request whose body arrives byte by byte, and not one that is fast enough", async () => {
  const { open } = await serve({ requestMs: 2000, slowestBytesPerSecond: 500 }, (request, response) => {
    request.resume().on("end", () => response.end("all"));
  });
  const send = async (bytesEach20Ms: number) => {
    const socket = await open();
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 30000\r\nConnection: close\r\n\r\n");
    let left = 30_000;
    const timer = setInterval(() => {
      const bytes = Math.min(bytesEach20Ms, left);
      left -= bytes;
      if (bytes > 0 && !socket.destroyed) socket.write("a".repeat(bytes));
    }, 20);
    return closed(socket).finally(() => clearInterval(timer));
  };
  expect(await send(1)).toMatch(/^HTTP\/1\.1 408 /);
  expect(await send(200)).toMatch(/^HTTP\/1\.1 200 /);
});

it("handles one request of a connection at a time, in order, and drops one that pipelines too many", async () => {
  let running = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const { open } = await serve({}, (request, response) => {
    running++;
    most = Math.max(most, running);
    waiting.push(() => {
      running--;
      response.end(request.url);
    });
  });
  const ask = (count: number) =>
    Array.from({ length: count }, (_, n) => `GET /${n} HTTP/1.1\r\nHost: a\r\n\r\n`).join("");
  const socket = await open();
  let said = "";
  socket.on("data", (data) => {
    said += data.toString();
  });
  socket.write(ask(3));
  for (let n = 0; n < 3; n++) {
    await expect.poll(() => waiting.length).toBe(1);
    waiting.shift()!();
  }
  await expect.poll(() => said).toMatch(/\/0[\s\S]*\/1[\s\S]*\/2/);
  expect(most).toBe(1);
  const greedy = await open();
  const end = closed(greedy);
  greedy.write(ask(20));
  await end;
});

it("ends a response that is not read", async () => {
  let isFinished: boolean | undefined;
  const { open } = await serve({ stillMs: 300 }, (_, response) => {
    response.once("close", () => {
      isFinished = response.writableFinished;
    });
    response.end("a".repeat(50 * 1024 * 1024));
  });
  const socket = await open();
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => isFinished).toBe(false);
});
