import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { afterAll, expect, it } from "vitest";
import { type Config, ConfigError, parseConfig } from "#app/platform/config/config.server.ts";
import { createLogger } from "#app/platform/run/logger.server.ts";
import { makeDataDir, removeDataDir } from "#tests/support/server.ts";
import { apiFetchOf, createServer, listen } from "../../../server.ts";

const dataDir = makeDataDir();
afterAll(() => removeDataDir(dataDir));
const configWith = (env: Record<string, string> = {}): Config => parseConfig({ DATA_DIR: dataDir, ...env });

/** A server whose API returns the visitor's address as it received it; `lines` is its log. */
function addressServer(env: Record<string, string> = {}) {
  const lines: string[] = [];
  const app = createServer({
    config: configWith(env),
    log: createLogger("info", { write: (line) => void lines.push(line) }),
    api: { fetch: (request) => new Response(request.headers.get("x-client-address")) },
    build: undefined,
    assets: {},
    ready: async () => true,
    metrics: async () => "messages_total 1",
    sharedPages: undefined,
    clientDir: undefined,
  });
  const ask = async (path: string, socketAddress: string, headers: Record<string, string> = {}) => {
    const socket = { remoteAddress: socketAddress, remotePort: 1, remoteFamily: "IPv4" };
    const bindings = { incoming: { socket } } as unknown as HttpBindings;
    return app.fetch(new Request(`http://localhost:4000${path}`, { headers }), bindings);
  };
  const addressSeen = async (socketAddress: string, forwardedFor?: string) =>
    (
      await ask("/api/any", socketAddress, {
        "x-client-address": "6.6.6.6",
        ...(forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor }),
      })
    ).text();
  return { app, lines, ask, addressSeen };
}

it("only a proxy on this machine is trusted to name the visitor", async () => {
  const { addressSeen } = addressServer();
  for (const nginx of ["127.0.0.1", "::ffff:127.0.0.1", "::1"])
    expect(await addressSeen(nginx, "203.0.113.9, 198.51.100.7")).toBe("198.51.100.7");
  for (const other of ["192.168.1.77", "10.1.2.3", "172.17.0.1", "fd00::1", "8.8.8.8"])
    expect(await addressSeen(other, "198.51.100.7")).toBe(other);
  expect(await addressSeen("::ffff:192.168.1.77", "198.51.100.7")).toBe("192.168.1.77");
});

it("TRUSTED_PROXIES lists trusted proxies, and no others are trusted", async () => {
  const { addressSeen } = addressServer({ TRUSTED_PROXIES: "172.17.0.1, 10.0.7.0/24" });
  for (const proxy of ["172.17.0.1", "::ffff:10.0.7.3"])
    expect(await addressSeen(proxy, "198.51.100.7")).toBe("198.51.100.7");
  for (const other of ["172.17.0.2", "10.0.8.1", "127.0.0.1"])
    expect(await addressSeen(other, "198.51.100.7")).toBe(other);
});

it("a trusted proxy that sends no address counts as the visitor", async () => {
  const { addressSeen } = addressServer();
  expect(await addressSeen("127.0.0.1")).toBe("127.0.0.1");
  for (const odd of ["", "unknown", "<script>", "1.2.3.4, nginx"])
    expect(await addressSeen("127.0.0.1", odd)).toBe("127.0.0.1");
});

it("an unlisted proxy is reported once", async () => {
  const { addressSeen, lines } = addressServer();
  await addressSeen("172.17.0.1", "198.51.100.7");
  await addressSeen("172.17.0.1", "198.51.100.7");
  expect(lines.filter((line) => line.includes("TRUSTED_PROXIES"))).toHaveLength(1);
});

it("the configuration refuses an invalid address", () => {
  expect(() => configWith({ TRUSTED_PROXIES: "nginx" })).toThrow(ConfigError);
  expect(() => configWith({ TRUSTED_PROXIES: "10.0.0.0/40" })).toThrow(/TRUSTED_PROXIES: “10\.0\.0\.0\/40”/);
});

it("metrics are available to this machine only, with or without trusted proxies", async () => {
  const { ask } = addressServer({ TRUSTED_PROXIES: "10.0.0.0/8" });
  expect((await ask("/metrics", "::ffff:127.0.0.1")).status).toBe(200);
  expect((await ask("/metrics", "10.0.0.1")).status).toBe(404);
  expect((await ask("/metrics", "127.0.0.1", { "x-forwarded-for": "127.0.0.1" })).status).toBe(404);
});

it.each([
  ["127.0.0.1", "198.51.100.7"],
  ["10.0.0.5", "127.0.0.1"],
])(
  "screens in another process forward the visitor's address when the API trusts %s",
  async (trusted, seen) => {
    const { app } = addressServer({ TRUSTED_PROXIES: trusted });
    const api: Server = await listen(app, { port: 0, host: "127.0.0.1" });
    try {
      const apiBaseUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
      const apiFetch = apiFetchOf({
        config: configWith({ API_BASE_URL: apiBaseUrl }),
        api: undefined,
        log: createLogger("silent"),
      });
      const headers = { "x-client-address": "198.51.100.7" };
      const page = new Request("http://localhost:4000/dashboard", { headers });
      const answer = await apiFetch(new Request(`${apiBaseUrl}/api/any`, { headers }), page);
      expect(await answer.text()).toBe(seen);
    } finally {
      api.closeAllConnections();
      api.close();
    }
  },
);
