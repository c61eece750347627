import type { HttpBindings } from "@hono/node-server";
import { eq } from "drizzle-orm";
import { register } from "prom-client";
import { describe, expect, it } from "vitest";
import { createApi } from "#app/api/app.server.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { createLogger } from "#app/platform/run/logger.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { createServer } from "../../../server.ts";

const platform = setUpPlatform();

/** The platform behind its own server, with its log. */
const started = setUp(async () => {
  const lines: string[] = [];
  const log = createLogger("warn", { write: (line) => void lines.push(line) });
  const services = { ...platform.services, log };
  const app = createServer({
    config: platform.services.config,
    log,
    api: createApi(services),
    build: undefined,
    assets: {},
    ready: async () => true,
    metrics: () => register.metrics(),
    sharedPages: undefined,
    clientDir: undefined,
  });
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const socket = { remoteAddress: "127.0.0.1", remotePort: 1, remoteFamily: "IPv4" };
    const bindings = { incoming: { socket } } as unknown as HttpBindings;
    return app.fetch(new Request(`http://localhost:4000${path}`, { headers }), bindings);
  };
  return { lines, ask };
});

async function createAgent(): Promise<TestOrg> {
  const agent = await platform.createOrg("Shop with an agent");
  await platform.services.db.withSystem((tx) =>
    tx.update(members).set({ role: "agent" }).where(eq(members.userId, agent.userId)),
  );
  return agent;
}

const refusalsOf = (userId: string) =>
  started.lines
    .map((line) => JSON.parse(line) as { msg: string; refusal?: Record<string, unknown> })
    .filter(({ refusal }) => refusal?.userId === userId);

async function counted(status: number, code: string): Promise<number> {
  const text = await (await started.ask("/metrics")).text();
  const line = text
    .split("\n")
    .find((one) => one.startsWith(`tarishi_refusals_total{status="${status}",code="${code}"}`));
  return Number(line?.split(" ").at(-1) ?? 0);
}

describe("a refused call", () => {
  it("is logged with user, organisation, call and code, without the ids of its address, and counted in /metrics", async () => {
    const agent = await createAgent();
    const before = await counted(403, "auth.forbidden");
    const answer = await started.ask("/api/members/usr_of_somebody", { cookie: agent.cookie });
    expect(answer.status).toBe(403);
    const { code } = (await answer.json()) as { code: string };
    const [line, ...others] = refusalsOf(agent.userId);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      msg: "refused",
      refusal: { status: 403, code, call: "GET /members/:memberId", orgId: agent.orgId },
    });
    expect(line!.refusal!.requestId).toBe(answer.headers.get("x-request-id"));
    expect(JSON.stringify(line)).not.toContain("usr_of_somebody");
    expect(await counted(403, code)).toBe(before + 1);
  });

  it("is logged at most five times a minute for one user, and counted every time", async () => {
    const agent = await createAgent();
    const before = await counted(403, "auth.forbidden");
    for (let n = 0; n < 8; n++) await started.ask("/api/members/usr_1", { cookie: agent.cookie });
    const lines = refusalsOf(agent.userId);
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)!.msg).toBe("refused; more this minute are only counted");
    expect(await counted(403, "auth.forbidden")).toBe(before + 8);
  });

  it("is logged for a forged key, and not for a visitor who must sign in", async () => {
    const count = () => started.lines.filter((line) => line.includes('"status":401')).length;
    const before = count();
    expect((await started.ask("/api/contacts")).status).toBe(401);
    expect(count()).toBe(before);
    const knocked = await started.ask("/api/v1/contacts", { authorization: "Bearer tk_live_made_up" });
    expect(knocked.status).toBe(401);
    expect(count()).toBe(before + 1);
    expect(started.lines.join("")).not.toContain("tk_live_made_up");
  });
});

describe("security headers", () => {
  it.each([
    ["JSON", "/api/wallet", "application/json"],
    ["CSV", "/api/contacts/export", "text/csv"],
    ["text", "/healthz", "text/plain"],
    ["a refusal of the public API", "/api/v1/contacts", "application/json"],
  ])("are on %s", async (_, path, type) => {
    const org = await platform.createOrg();
    const answer = await started.ask(path, path.startsWith("/api/v1") ? {} : { cookie: org.cookie });
    await answer.text();
    expect(answer.headers.get("content-type")).toContain(type);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "permissions-policy": "camera=(), microphone=(self), geolocation=()",
    });
  });
});
