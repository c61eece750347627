import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { freePort } from "#tests/support/processes.ts";
import { startBalancer } from "../../../scripts/balancer.mjs";

const servers: Server[] = [];
const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** A process that says its name, the visitor and what it received. */
async function startProcess(name: string, port = 0): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => response.end([name, request.headers["x-forwarded-for"], body].join(" ")));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

async function balanced() {
  const [web, first, second] = await Promise.all(
    ["web", "first", "second"].map((name) => startProcess(name)),
  );
  const port = await freePort();
  const balancer = await startBalancer({ port, screens: [web!.url], apis: [first!.url, second!.url] });
  closings.push(() => balancer.close());
  const post = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body: "Habari" });
    return [answer.status, await answer.text()] as const;
  };
  return { web: web!, first: first!, second: second!, post };
}

describe("the balancer of several processes", () => {
  it("gives calls to the APIs in turn, and all else to the screens", async () => {
    const { post } = await balanced();
    const calls = [await post("/api/v1/messages"), await post("/api/v1/messages")];
    expect(calls.map(([, text]) => text).sort()).toEqual([
      "first 127.0.0.1 Habari",
      "second 127.0.0.1 Habari",
    ]);
    expect(await post("/login")).toEqual([200, "web 127.0.0.1 Habari"]);
  });

  it("skips a process that is down, without losing the body", async () => {
    const { first, post } = await balanced();
    await first.stop();
    for (let call = 0; call < 4; call += 1)
      expect(await post("/api/hooks/meta")).toEqual([200, "second 127.0.0.1 Habari"]);
  });

  it("holds requests with their body until a process is up, where it may wait", async () => {
    const [port, later] = [await freePort(), await freePort()];
    const address = `http://127.0.0.1:${later}`;
    const balancer = await startBalancer({ port, screens: [address], apis: [address], patientMs: 60_000 });
    closings.push(() => balancer.close());
    const held = ["/login", "/api/v1/messages"].map((path) =>
      fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body: "Habari" }),
    );
    await startProcess("late", later);
    const texts = await Promise.all((await Promise.all(held)).map((answer) => answer.text()));
    expect(texts).toEqual(["late 127.0.0.1 Habari", "late 127.0.0.1 Habari"]);
  });

  it("refuses for the moment when none is up", async () => {
    const { web, post } = await balanced();
    await web.stop();
    expect((await post("/login"))[0]).toBe(503);
  });
});
