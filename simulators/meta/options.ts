import { randomBytes } from "node:crypto";
import { type SimulatorClock, wallClock } from "../kit/clock.ts";
import { randomDigits } from "./ids.ts";

/** The status webhooks of an accepted message: none, only `sent`, or all up to `read`. */
export type StatusMode = "none" | "sent" | "all";

export interface SimulatorDelaysMs {
  /** From template creation (or edit) to the verdict. */
  review: number;
  /** From acceptance to each status. */
  sent: number;
  delivered: number;
  read: number;
  /** The same of one in ten; as `read` unless given. */
  readLate: number;
}

/** An external clock, such as the product's own (`now` as a date); missing functions are the wall clock's. */
export interface GivenClock {
  now?(): Date | number;
  setTimeout?(run: () => void, ms: number): unknown;
  clearTimeout?(handle: unknown): void;
}

export interface GraphSimulatorOptions {
  /** 0 uses any free port. */
  port: number;
  host?: string;
  /** Folder for `state.json`, `webhooks.json` with its journal, and `ledger.jsonl`; without it everything lives in memory. */
  stateDir?: string;
  appId?: string;
  appSecret?: string;
  /** The app's callback URL (facts/whatsapp-cloud-api.md §4.3). An account can have its own. */
  webhookUrl?: string;
  verifyToken?: string;
  /** When given, the signup dialog refuses any other `config_id`. */
  configId?: string;
  clock?: GivenClock;
  log?: (event: string, detail: Record<string, unknown>) => void;
  delaysMs?: Partial<SimulatorDelaysMs>;
  statuses?: StatusMode;
  /** Version that an unversioned call is served by. */
  defaultVersion?: string;
  /**
   * Free-form text outside the customer service window: `async` returns 200 and fails later, `sync` refuses
   * (§16).
   */
  outsideWindow?: "async" | "sync";
  /** Messages per second for a number whose account names no throughput (§10). */
  throughput?: number;
  /** Template creations per WABA and hour (§8.1). */
  templateCreatesPerHour?: number;
  webhooks?: Partial<WebhookDeliveryOptions>;
}

export interface WebhookDeliveryOptions {
  /** Statuses in one POST at most; Meta batches up to 1,000 (§4.2). */
  maxStatusesPerPost: number;
  /** How long statuses are gathered before a POST. */
  flushMs: number;
  /** The same, while earlier POSTs wait for their turn. */
  busyFlushMs: number;
  /** Concurrent POSTs per callback URL. */
  concurrency: number;
  timeoutMs: number;
  /** First retry delay; doubles each time. */
  retryBaseMs: number;
  retryCapMs: number;
  /** A notification older than this is given up. */
  retryForMs: number;
}

export interface ResolvedOptions {
  port: number;
  host: string;
  stateDir: string | undefined;
  appId: string | undefined;
  appSecret: string | undefined;
  webhookUrl: string | undefined;
  verifyToken: string | undefined;
  configId: string | undefined;
  clock: SimulatorClock;
  log: (event: string, detail: Record<string, unknown>) => void;
  delaysMs: SimulatorDelaysMs;
  statuses: StatusMode;
  defaultVersion: string;
  outsideWindow: "async" | "sync";
  throughput: number;
  templateCreatesPerHour: number;
  webhooks: WebhookDeliveryOptions;
}

const defaultDelaysMs = { review: 5_000, sent: 300, delivered: 1_200, read: 4_000 };

export function resolveOptions(options: GraphSimulatorOptions): ResolvedOptions {
  return {
    port: options.port,
    host: options.host ?? "127.0.0.1",
    stateDir: options.stateDir,
    appId: options.appId,
    appSecret: options.appSecret,
    webhookUrl: options.webhookUrl,
    verifyToken: options.verifyToken,
    configId: options.configId,
    clock: resolveClock(options.clock),
    log: options.log ?? (() => {}),
    delaysMs: {
      ...defaultDelaysMs,
      readLate: options.delaysMs?.read ?? defaultDelaysMs.read,
      ...options.delaysMs,
    },
    statuses: options.statuses ?? "all",
    defaultVersion: options.defaultVersion ?? "v25.0",
    outsideWindow: options.outsideWindow ?? "async",
    throughput: options.throughput ?? 80,
    templateCreatesPerHour: options.templateCreatesPerHour ?? 100,
    webhooks: {
      maxStatusesPerPost: 500,
      flushMs: 20,
      busyFlushMs: 1_000,
      concurrency: 8,
      timeoutMs: 5_000,
      retryBaseMs: 250,
      retryCapMs: 30_000,
      retryForMs: 7 * 24 * 3_600_000,
      ...options.webhooks,
    },
  };
}

function resolveClock(given: GivenClock = {}): SimulatorClock {
  return {
    now: given.now ? () => Number(given.now?.()) : wallClock.now,
    setTimeout: given.setTimeout?.bind(given) ?? wallClock.setTimeout,
    clearTimeout: given.clearTimeout?.bind(given) ?? wallClock.clearTimeout,
  };
}

/** App credentials for a simulator that was given none. */
export function makeUpApp(): { appId: string; appSecret: string } {
  return { appId: randomDigits(16), appSecret: randomBytes(16).toString("hex") };
}
