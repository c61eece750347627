import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signatureOf } from "#app/domain/whatsapp/webhookEvents/signature.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { createInFlightLimit, inFlightLimit } from "./inFlightLimit.ts";
import { createMetaWebhook, maxBodyBytes } from "./metaWebhook.server.ts";
import { metaWebhookListener } from "./metaWebhookListener.server.ts";

const platform = setUpPlatform();
let server: Server;
beforeAll(async () => {
  const listener = metaWebhookListener(createMetaWebhook(platform.services), [
    ["x-content-type-options", "nosniff"],
  ]);
  server = createServer((incoming, response) => void listener(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends only the beginning of a body, and returns the response that arrives anyway. */
async function begin(headers: Record<string, string | number>): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const outgoing = request({ port, method: "POST", path: "/api/hooks/meta", headers });
  outgoing.on("error", () => undefined);
  const answer = await new Promise<IncomingMessage>((resolve) => {
    outgoing.on("response", resolve);
    outgoing.write("{");
  });
  outgoing.destroy();
  return answer;
}
const signature = { "x-hub-signature-256": signatureOf("{}", "whatever") };

describe("before a body has come", () => {
  it.each([
    ["nobody signed it", 401, { "content-length": maxBodyBytes - 1 }],
    ["its signature is malformed", 401, { "content-length": 10, "x-hub-signature-256": "sha256=123" }],
    ["it says that it is too large", 413, { "content-length": maxBodyBytes + 1, ...signature }],
  ])("it is refused when %s, with the headers of every response", async (_, status, headers) => {
    const answer = await begin(headers);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });

  it("it is asked to retry when memory is full", async () => {
    const all = inFlightLimit.enter();
    expect(all.take(256 * 1024 * 1024)).toBe(true);
    expect((await begin({ "content-length": 10, ...signature })).statusCode).toBe(503);
    all.leave();
  });
});

it("there is room again after a body has left", () => {
  const room = createInFlightLimit(10);
  const first = room.enter();
  expect([first.take(6), first.take(4), room.enter().take(1)]).toEqual([true, true, false]);
  first.leave();
  expect(room.enter().take(10)).toBe(true);
});
