import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loopbackAddresses, parseAddresses } from "#app/platform/http/addresses.ts";
import { fetchPage } from "#app/providers/pages/fetchPage.server.ts";

const allowed = parseAddresses(loopbackAddresses);
let server: Server;
let at: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/private") return response.writeHead(302, { location: "http://10.0.0.1/" }).end();
    if (request.url === "/round") return response.writeHead(302, { location: "/round" }).end();
    if (request.url === "/moved") return response.writeHead(301, { location: "/" }).end();
    response.writeHead(200, { "content-type": request.url === "/zip" ? "application/zip" : "text/html" });
    if (!["/large", "/zip"].includes(request.url!)) return response.end("<h1>Delivery</h1>");
    const megabyte = "a".repeat(1024 * 1024);
    for (let sent = 0; sent < 100; sent++) response.write(megabyte);
    return response.end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe("a page that a bot reads", () => {
  it("is read at its address, also after a redirect", async () => {
    expect(await fetchPage(`${at}/moved`, { allowed })).toMatchObject({
      text: "<h1>Delivery</h1>",
      isHtml: true,
    });
  });

  it.each([
    ["/private", "private_host"],
    ["/round", "redirects"],
    ["/large", "too_large"],
    ["/zip", "not_a_page"],
  ])("%s is refused: %s", async (path, problem) => {
    await expect(fetchPage(`${at}${path}`, { allowed })).rejects.toMatchObject({ problem });
  });

  it.each([
    ["http://127.0.0.1/", "private_host"],
    ["http://[::ffff:10.0.0.1]/", "private_host"],
    ["http://169.254.169.254/latest/meta-data", "private_host"],
    ["http://localhost/", "private_host"],
    ["http://[::127.0.0.1]/", "private_host"],
    ["http://[::ffff:0:10.0.0.1]/", "private_host"],
    ["http://[fec0::1]/", "private_host"],
    ["http://[3fff::1]/", "private_host"],
    ["https://example.org:22/", "port"],
    ["http://no-such-name.invalid/", "no_host"],
    ["https://user:word@example.org/", "password"],
    ["http://example.org:8080/", "port"],
    ["file:///etc/passwd", "no_protocol"],
  ])("%s is not called: %s", async (url, problem) => {
    await expect(fetchPage(url)).rejects.toMatchObject({ problem });
  });
});
