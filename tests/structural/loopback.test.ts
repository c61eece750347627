import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isLoopback } from "#tests/support/loopback.ts";

const guard = path.join(import.meta.dirname, "..", "support", "loopbackServer.ts");

/** The output of a guarded process that runs this. */
const refusalsOf = (code: string, appUrl?: string) =>
  spawnSync(process.execPath, ["--import", guard, "--input-type=module", "-e", code], {
    encoding: "utf8",
    env: { ...process.env, APP_URL: appUrl },
  })
    .stderr.split("\n")
    .filter((line) => line.startsWith("OUTSIDE:"));

describe("a call to another machine", () => {
  it.each([
    { by: "fetch", code: 'await fetch("http://192.0.2.1/").catch(() => {})', what: "192.0.2.1" },
    {
      by: "a socket",
      code: 'import net from "node:net"; net.connect(443, "192.0.2.1").on("error", () => {})',
      what: "192.0.2.1",
    },
    {
      by: "a name",
      code: 'import { lookup } from "node:dns"; lookup("tarishi.test", () => {})',
      what: "tarishi.test",
    },
    {
      by: "a promise of a name",
      code: 'import { resolve } from "node:dns/promises"; await resolve("tarishi.test").catch(() => {})',
      what: "tarishi.test",
    },
  ])("is reported, by $by", ({ code, what }) => {
    expect(refusalsOf(code)).toEqual([expect.stringContaining(what)]);
  });

  it("is not reported when it stays on this machine", () => {
    expect(
      refusalsOf(
        'await fetch("http://localhost:9/").catch(() => {}); await fetch("http://127.0.0.1:9/").catch(() => {})',
      ),
    ).toEqual([]);
    expect(["localhost", "127.0.0.1", "::1", "[::1]"].filter((host) => !isLoopback(host))).toEqual([]);
    expect(["localhost.example", "10.0.0.1", "1127.0.0.1"].filter(isLoopback)).toEqual([]);
  });

  it("is refused silently to the server's own public address, and to no other", () => {
    const asks = (host: string) =>
      `await fetch("https://${host}/healthz").then(() => process.exit(9), () => {})
       process.stderr.write("\\nOUTSIDE: refused\\n")`;
    const own = "https://app.example.co.ke";
    expect(refusalsOf(asks("app.example.co.ke"), own)).toEqual(["OUTSIDE: refused"]);
    expect(refusalsOf(asks("graph.example.co.ke"), own)).toHaveLength(2);
    expect(refusalsOf(asks("app.example.co.ke"))).toHaveLength(2);
  });
});
