import { createServer } from "node:net";
import { Pool } from "undici";
import { expect, it } from "vitest";
import { post } from "#app/domain/messaging/sender/post.server.ts";
import { createGraph } from "./graph.server.ts";

/** A server that records a client's offer before TLS is established, and closes. */
async function listenForHello() {
  const hellos: Buffer[] = [];
  const server = createServer((socket) =>
    socket.once("data", (bytes: Buffer) => {
      hellos.push(bytes);
      socket.destroy();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as { port: number };
  const offered = () =>
    hellos.splice(0).map((hello) => ["\x08http/1.1", "\x02h2"].map((protocol) => hello.includes(protocol)));
  return { url: `https://127.0.0.1:${port}`, offered, close: () => server.close() };
}

it("offers Meta HTTP/1.1 only, since over HTTP/2 undici retries posts", async () => {
  const meta = await listenForHello();
  const graph = createGraph({ url: meta.url, version: "v25.0" });
  await expect(graph.call({ method: "GET", path: "/1" })).rejects.toThrow("Meta does not answer");
  await new Promise((resolve) => post(graph.sendingPool, "/v25.0/1/messages", [], "{}", resolve));
  expect(meta.offered()).toEqual([
    [true, false],
    [true, false],
  ]);
  await graph.close();
  const other = new Pool(meta.url);
  await other.request({ method: "GET", path: "/" }).catch(() => undefined);
  expect(meta.offered()).toEqual([[true, true]]);
  await other.close();
  meta.close();
});

it("a message after the pool was closed is not sent", async () => {
  const graph = createGraph({ url: "http://127.0.0.1:9", version: "v25.0" });
  await graph.close();
  const result = await new Promise((resolve) =>
    post(graph.sendingPool, "/v25.0/1/messages", [], "{}", resolve),
  );
  expect(result).toMatchObject({ mayHaveLeft: false });
});

it("a message to an unresolvable host is not sent", async () => {
  const lookup = (
    _name: string,
    _options: unknown,
    answer: (error: Error, address: string, family: number) => void,
  ) => answer(Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" }), "", 0);
  const pool = new Pool("http://meta.localhost:9", { connect: { lookup } });
  const result = await new Promise((resolve) => post(pool, "/v25.0/1/messages", [], "{}", resolve));
  expect(result).toMatchObject({ mayHaveLeft: false });
  await pool.close();
});
