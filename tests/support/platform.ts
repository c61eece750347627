import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createApi } from "#app/api/app.server.ts";
import type { CallInput, CallKey, CallOutput } from "#app/api/client.server.ts";
import type { Database, Tx } from "#app/db/client.server.ts";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { members, organisations } from "#app/db/schema/organisations/organisations.ts";
import { hashToken, sealSession } from "#app/domain/accounts/sessions/token.server.ts";
import { flushCalls } from "#app/domain/organisations/apiCalls/log.server.ts";
import { parseConfig } from "#app/platform/config/config.server.ts";
import { memberActor, type OrgContext, type Services } from "#app/platform/context.ts";
import { sessionCookieName } from "#app/platform/http/cookies.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import type { Jobs } from "#app/platform/jobs.ts";
import { createLogger } from "#app/platform/run/logger.server.ts";
import { systemClock } from "#app/platform/time/clock.ts";
import { createPaystack } from "#app/providers/cards/paystack.server.ts";
import { createEtims } from "#app/providers/etims/oscu.server.ts";
import { createGraph } from "#app/providers/meta/graph.server.ts";
import { createDaraja } from "#app/providers/mpesa/daraja.server.ts";
import { certificateAt } from "#app/providers/mpesa/sandbox.server.ts";
import { createSmsHost } from "#app/providers/sms/africasTalking.server.ts";
import { allHandlers } from "#app/worker/all.server.ts";
import type { Handler } from "#app/worker/handler.ts";
import { copyTemplate } from "./database.ts";
import { connectAsOwner, type OwnedServices } from "./owner.ts";
import { setUp } from "./setUp.ts";
import { testClock } from "./testClock.ts";

/** For the engine, which compares its times with those of the database. */
export const onWallClock = <S extends Services>(services: S): S => ({ ...services, clock: systemClock });

export interface TestOrg {
  orgId: OrgId;
  userId: string;
  email: string;
  cookie: string;
  ctx: OrgContext;
}

interface PlatformOptions {
  graphUrl?: string;
  darajaUrl?: string;
  cardsUrl?: string;
  etimsUrl?: string;
  smsUrl?: string;
  env?: Record<string, string>;
  /** The clock's start, when a test needs a certain day. */
  startsAt?: string;
}

/** The worker's function for a job. */
function handlerOf(job: string): Handler {
  const found = allHandlers.find(({ name }) => name === job);
  if (!found) throw new Error(`the worker knows no job ${job}`);
  return found;
}

interface Waiting {
  job: Handler;
  payload: unknown;
  startAfter?: Date | undefined;
}

/** The test's queue: jobs of a transaction wait until it is committed, and are dropped when it fails. */
function holdJobs(db: Database, waiting: Waiting[]): (tx: Tx | undefined) => Waiting[] {
  const held = new Map<Tx, Waiting[]>();
  const holding =
    <T>(work: (tx: Tx) => Promise<T>, note: (tx: Tx) => void) =>
    (tx: Tx) => {
      held.set(tx, []);
      note(tx);
      return work(tx);
    };
  async function released<T>(run: (note: (tx: Tx) => void) => Promise<T>): Promise<T> {
    const begun: Tx[] = [];
    try {
      const result = await run((tx) => begun.push(tx));
      waiting.push(...(held.get(begun.at(-1)!) ?? []));
      return result;
    } finally {
      for (const tx of begun) held.delete(tx);
    }
  }
  const { withOrg, withSystem } = db;
  db.withOrg = (orgId, work) => released((note) => withOrg(orgId, holding(work, note)));
  db.withSystem = (work) => released((note) => withSystem(holding(work, note)));
  return (tx) => (tx && held.get(tx)) ?? waiting;
}

/** A whole platform on its own database. Jobs wait until `runJobs()`. */
export async function createTestPlatform(options: PlatformOptions = {}) {
  const { url, drop } = await copyTemplate();
  const clock = testClock(options.startsAt);
  const waiting: Waiting[] = [];
  const db = connectAsOwner(url);
  const jobsOf = holdJobs(db, waiting);
  const jobs: Jobs = {
    async enqueue(job, payload, given) {
      const startAfter = given?.startAfter;
      jobsOf(given?.tx).push({ job: handlerOf(job.name), payload: job.payload.parse(payload), startAfter });
    },
    // The queue's own tables exist only in tests that run the queue.
    retry: () => Promise.reject(new Error("this platform has no queue")),
    cancel: () => Promise.reject(new Error("this platform has no queue")),
  };
  const config = parseConfig({
    APP_URL: "http://localhost:4000",
    SESSION_SECRET: randomBytes(24).toString("hex"),
    ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    DATA_DIR: mkdtempSync(path.join(os.tmpdir(), "tarishi-test-data-")),
    LOG_LEVEL: "silent",
    // Only absent next to a Meta app.
    DEMO: options.env?.META_APP_ID ? "off" : "on",
    ...options.env,
  });
  const log = createLogger("silent");
  const mpesa = createDaraja({
    ...{ db, clock, log, encryptionKeys: config.encryptionKeys },
    url: options.darajaUrl ?? "http://127.0.0.1:9",
    certificate: options.darajaUrl && (await certificateAt(options.darajaUrl)),
  });
  const services: OwnedServices = {
    config,
    db,
    clock,
    log,
    jobs,
    graph: createGraph({
      url: options.graphUrl ?? "http://127.0.0.1:9",
      version: config.meta.graphApiVersion,
    }),
    mpesa,
    daraja: options.darajaUrl && config.daraja ? mpesa.of(config.daraja) : undefined,
    cards: undefined,
    etims: undefined,
    sms: createSmsHost({ db, clock, log, url: options.smsUrl ?? "http://127.0.0.1:9" }),
  };
  if (options.cardsUrl && config.cards)
    services.cards = createPaystack({
      ...services,
      url: options.cardsUrl,
      secretKey: config.cards.secretKey,
    });
  if (options.etimsUrl && config.etims)
    services.etims = createEtims({
      ...services,
      etims: config.etims,
      url: options.etimsUrl,
      encryptionKeys: config.encryptionKeys,
      brand: config.brand.name,
    });
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
        ...(usertype === "admin" && { staffRole: "owner" as const }),
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
        remember: true,
        seenAt: clock.now(),
        expiresAt: new Date(clock.now().getTime() + 86_400_000),
      });
    });
    const cookie = `${sessionCookieName}=${encodeURIComponent(sealSession(token, usertype, config.sessionSecret))}`;
    return {
      orgId,
      userId,
      email,
      cookie,
      ctx: { ...services, orgId, actor: memberActor(userId, { ipAddress: "127.0.0.1", userAgent: "test" }) },
    };
  }

  /** Calls the API as a plain HTTP client with this organisation's session. */
  async function request(
    key: string,
    input: Record<string, unknown> = {},
    as?: { cookie: string } | { apiKey: string },
    headers: Record<string, string> = {},
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
          ...headers,
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

  /** Runs the waiting jobs, early ones too, and those that they enqueue, unless these are for later. */
  async function runJobs(): Promise<void> {
    const first = new Set(waiting);
    const isDue = (one: Waiting) => first.has(one) || !one.startAfter || one.startAfter <= clock.now();
    for (let next = waiting.find(isDue); next; next = waiting.find(isDue)) {
      waiting.splice(waiting.indexOf(next), 1);
      await next.job.run(services, next.payload);
    }
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
      await flushCalls(services);
      await Promise.all([
        services.graph.close(),
        services.mpesa.close(),
        services.cards?.close(),
        services.etims?.close(),
        services.sms.close(),
      ]);
      await services.db.close();
      await drop();
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
