import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { createApi } from "#app/api/app.server.ts";
import type { CallInput, CallKey, CallOutput } from "#app/api/client.server.ts";
import type { OrgContext, Services } from "#app/api/context.ts";
import { parseConfig } from "#app/config.server.ts";
import { connect } from "#app/db/client.server.ts";
import { members, organisations, sessions, users } from "#app/db/schema/identity.ts";
import { hashToken, sealSession } from "#app/domain/sessions/token.server.ts";
import type { Job, Jobs } from "#app/jobs/jobs.server.ts";
import { createGraph } from "#app/providers/meta/graph.server.ts";
import { sessionCookieName } from "#app/shared/cookies.ts";
import { newId, type OrgId } from "#app/shared/ids.ts";
import { createLogger } from "#app/shared/logger.server.ts";
import { toNairobiInput } from "#app/shared/nairobiTime.ts";
import { databaseUrlOf } from "./database.ts";
import { setUp } from "./setUp.ts";

/** Noon of today in Nairobi: the same day and month as PostgreSQL's clock, and never a day away from it. */
const noonToday = () => `${toNairobiInput(new Date()).slice(0, 10)}T09:00:00Z`;

/** A clock that stands still until a test moves it. */
export function testClock(start = noonToday()) {
  let now = new Date(start);
  return {
    now: () => new Date(now),
    advance(ms: number) {
      now = new Date(now.getTime() + ms);
    },
  };
}

export interface TestOrg {
  orgId: OrgId;
  userId: string;
  email: string;
  cookie: string;
  ctx: OrgContext;
}

interface PlatformOptions {
  graphUrl?: string;
  env?: Record<string, string>;
  /** When its clock begins, where a test needs a certain day. */
  startsAt?: string;
}

/** A whole platform on a database of its own. Jobs wait until `runJobs()`. */
export async function createTestPlatform(options: PlatformOptions = {}) {
  const serverUrl = inject("databaseServerUrl");
  const database = `${inject("templateDatabase").replace(/_template$/, "")}_${randomBytes(4).toString("hex")}`;
  const admin = new pg.Client({ connectionString: databaseUrlOf(serverUrl, "postgres") });
  await admin.connect();
  await admin.query(`create database ${database} template ${inject("templateDatabase")}`);
  await admin.end();
  const url = databaseUrlOf(serverUrl, database);
  const clock = testClock(options.startsAt);
  const waiting: { job: Job; payload: unknown }[] = [];
  const jobs: Jobs = {
    async enqueue(job, payload) {
      waiting.push({ job: job as unknown as Job, payload: job.payload.parse(payload) });
    },
  };
  const config = parseConfig({
    DATABASE_URL: url,
    APP_URL: "http://localhost:4000",
    SESSION_SECRET: randomBytes(24).toString("hex"),
    ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    DATA_DIR: mkdtempSync(path.join(os.tmpdir(), "tarishi-test-data-")),
    LOG_LEVEL: "silent",
    DEMO: "on",
    ...options.env,
  });
  const services: Services = {
    config,
    db: connect(url, { max: 8 }),
    clock,
    log: createLogger("silent"),
    jobs,
    graph: createGraph({
      url: options.graphUrl ?? "http://127.0.0.1:9",
      version: config.meta.graphApiVersion,
    }),
  };
  const api = createApi(services);

  /** An organisation with its owner, signed in. */
  async function createOrg(
    name = "Duka Letu",
    usertype: "individual" | "admin" = "individual",
  ): Promise<TestOrg> {
    const orgId = newId("org") as OrgId;
    const userId = newId("usr");
    const token = randomBytes(32).toString("base64url");
    const email = `${userId}@duka.test`;
    await services.db.withSystem(async (tx) => {
      await tx.insert(users).values({
        id: userId,
        email,
        firstName: "Asha",
        lastName: "Mwangi",
        passwordHash: "none",
        usertype,
        accountStatus: "active",
        isVerified: true,
      });
      await tx.insert(organisations).values({ id: orgId, name });
      await tx.insert(members).values({ orgId, userId, role: "owner" });
      await tx.insert(sessions).values({
        id: newId("ses"),
        tokenHash: hashToken(token),
        userId,
        orgId,
        ipAddress: "127.0.0.1",
        userAgent: "test",
        expiresAt: new Date(clock.now().getTime() + 86_400_000),
      });
    });
    const cookie = `${sessionCookieName}=${encodeURIComponent(sealSession(token, usertype, config.sessionSecret))}`;
    return {
      orgId,
      userId,
      email,
      cookie,
      ctx: { ...services, orgId, actor: { userId, ipAddress: "127.0.0.1", userAgent: "test" } },
    };
  }

  /** Calls the API as a plain HTTP client with this organisation's session. */
  async function request(
    key: string,
    input: Record<string, unknown> = {},
    as?: { cookie: string } | { apiKey: string },
  ): Promise<Response> {
    const [method, template] = key.split(" ") as [string, string];
    const rest = { ...input };
    const pathname = template.replace(/:(\w+)/g, (_, name: string) => {
      const value = rest[name];
      delete rest[name];
      return encodeURIComponent(String(value));
    });
    const target = new URL(`/api${pathname}`, "http://localhost:4000");
    if (method === "GET")
      for (const [name, value] of Object.entries(rest)) target.searchParams.set(name, String(value));
    return api.fetch(
      new Request(target, {
        method,
        headers: {
          "x-client-address": "10.0.0.1",
          ...(as && "cookie" in as ? { cookie: as.cookie } : {}),
          ...(as && "apiKey" in as ? { authorization: `Bearer ${as.apiKey}` } : {}),
          ...(method === "GET" ? {} : { "content-type": "application/json" }),
        },
        ...(method === "GET" ? {} : { body: JSON.stringify(rest) }),
      }),
    );
  }

  /** The same, typed, expecting success. */
  async function call<K extends CallKey>(
    key: K,
    input: CallInput<K>,
    as?: { cookie: string } | { apiKey: string },
  ): Promise<CallOutput<K>> {
    const response = await request(key, input as Record<string, unknown>, as);
    const body = await response.json();
    if (!response.ok) throw new Error(`${key}: ${response.status} ${JSON.stringify(body)}`);
    return body as CallOutput<K>;
  }

  /** Runs the jobs that wait, and those that they enqueue. */
  async function runJobs(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next.job.run(services, next.payload);
  }

  return {
    services,
    clock,
    api,
    createOrg,
    request,
    call,
    runJobs,
    waiting,
    async close() {
      await services.graph.close();
      await services.db.close();
      rmSync(config.dataDir, { recursive: true, force: true });
    },
  };
}

export type TestPlatform = Awaited<ReturnType<typeof createTestPlatform>>;

/** The platform of a test file. */
export const setUpPlatform = (options?: PlatformOptions): TestPlatform =>
  setUp(
    () => createTestPlatform(options),
    (platform) => platform.close(),
  );
