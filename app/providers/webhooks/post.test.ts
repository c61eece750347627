import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { createHookClient, type HookClient } from "./post.server.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  vi.restoreAllMocks();
});

async function startReceiver(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?shop=1`;
}

function client(limitMs?: number): HookClient {
  const hooks = createHookClient({ allowLoopback: true }, undefined, limitMs);
  ends.push(() => hooks.close());
  return hooks;
}

it("posts to the path with its query, and returns the status, the text and the retry delay", async () => {
  const seen: (string | undefined)[] = [];
  const url = await startReceiver((request, response) => {
    seen.push(request.method, request.url, request.headers["webhook-id"] as string);
    response.writeHead(503, { "retry-after": "120" }).end("busy\0");
  });
  const answer = await client().post(url, "{}", { "webhook-id": "evt_1" });
  expect(answer).toMatchObject({ status: 503, text: "busy", retryAfterSeconds: 120 });
  expect(seen).toEqual(["POST", "/hook?shop=1", "evt_1"]);
});

it("ends a call when its time is over, however slow the response", async () => {
  const url = await startReceiver((_request, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(drip));
  });
  const silent = await startReceiver(() => undefined);
  const hooks = client(300);
  const answers = await Promise.all([hooks.post(url, "{}", {}), hooks.post(silent, "{}", {})]);
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: null, text: "No answer in time." });
    expect(answer.durationMs).toBeGreaterThanOrEqual(290);
  }
});

it("reads only the beginning of an endless response", async () => {
  const closed = Promise.withResolvers<void>();
  const url = await startReceiver((_request, response) => {
    response.writeHead(200);
    const more = () => {
      while (response.write("x".repeat(16_384)));
    };
    response.on("drain", more).on("close", closed.resolve);
    more();
  });
  const answer = await client().post(url, "{}", {});
  expect(answer.status).toBe(200);
  expect(answer.text).toBe("x".repeat(2000));
  await closed.promise;
});

it("returns why an address can't be called", async () => {
  const hooks = client();
  expect(await hooks.post("https://10.0.0.1/hook", "{}", {})).toMatchObject({
    status: null,
    text: "This address is not on the public internet.",
  });
  const inside = createHookClient({ allowLoopback: true }, async () => [{ address: "10.0.0.7", family: 4 }]);
  ends.push(() => inside.close());
  const answer = await inside.post("http://hooks.localhost/", "{}", {});
  expect(answer).toMatchObject({ status: null, text: expect.stringContaining("10.0.0.7") });
});

it("uses one timer for many calls", async () => {
  const url = await startReceiver((_request, response) => response.writeHead(204).end());
  const hooks = client(4321);
  const timers = vi.spyOn(globalThis, "setTimeout");
  await Promise.all(Array.from({ length: 50 }, () => hooks.post(url, "{}", {})));
  expect(timers.mock.calls.filter(([, ms]) => ms === 4321)).toHaveLength(1);
});
