import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { request } from "undici";
import { AppendFile } from "../kit/appendFile.ts";
import { type SimulatorClock, wallClock } from "../kit/clock.ts";
import { SnapshotFile } from "../kit/snapshotFile.ts";
import type { Merchant } from "./merchants.ts";
import { type DarajaState, emptyState } from "./state.ts";

export interface DarajaSimulatorOptions {
  port: number;
  host?: string;
  /** Where the ledger and the state are kept; without it, in memory. */
  stateDir?: string;
  consumerKey: string;
  consumerSecret: string;
  shortcode: string;
  passkey: string;
  initiatorPassword: string;
  clock?: SimulatorClock;
  /** How long a prompt waits on the phone. */
  promptMs?: number;
  /** The delay of a phone that responds automatically, and of B2C and similar results. */
  answerMs?: number;
  /** The delay of a late callback. */
  lateMs?: number;
  /** An STK payment also confirms as C2B where addresses are registered. */
  confirmsStkAsC2b?: boolean;
  log?: (event: string, detail: object) => void;
}

type Resolved = Required<Omit<DarajaSimulatorOptions, "stateDir">> & { stateDir: string | undefined };

/** State shared by all calls of the simulated Daraja: clock, ledger, tokens, and callbacks. */
export class DarajaSimulator {
  readonly options: Resolved;
  readonly keys: { publicKey: KeyObject; privateKey: KeyObject };
  state: DarajaState;
  readonly tokens = new Map<string, { merchant: Merchant; expiresMs: number }>();
  private readonly file: AppendFile | undefined;
  private readonly snapshot: SnapshotFile<DarajaState>;
  private lines: string[] = [];
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly timers = new Set<unknown>();
  private closed = false;

  constructor(options: DarajaSimulatorOptions) {
    this.options = {
      host: "127.0.0.1",
      clock: wallClock,
      promptMs: 60_000,
      answerMs: 500,
      lateMs: 180_000,
      confirmsStkAsC2b: true,
      log: () => {},
      ...options,
      stateDir: options.stateDir,
    };
    this.keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const { stateDir, clock } = this.options;
    this.file = stateDir === undefined ? undefined : new AppendFile(path.join(stateDir, "ledger.jsonl"));
    this.snapshot = new SnapshotFile<DarajaState>(
      stateDir && path.join(stateDir, "state.json"),
      clock,
      200,
      () => this.state,
    );
    this.state = { ...emptyState(), ...this.snapshot.load() };
  }

  now(): number {
    return this.options.clock.now();
  }

  /** Records what was accepted, before the response is sent. */
  record(kind: string, detail: object): void {
    const line = `${JSON.stringify({ at: new Date(this.now()).toISOString(), kind, ...detail })}\n`;
    if (this.file) this.file.append(line);
    else this.lines.push(line);
    this.snapshot.schedule();
  }

  async ledger(): Promise<string> {
    if (!this.file) return this.lines.join("");
    const blocks: Buffer[] = [];
    for await (const block of createReadStream(this.file.path)) blocks.push(block as Buffer);
    return Buffer.concat(blocks).toString();
  }

  reset(): void {
    for (const timer of this.timers) this.options.clock.clearTimeout(timer);
    this.timers.clear();
    this.state = emptyState();
    this.tokens.clear();
    this.lines = [];
    this.file?.clear();
    this.snapshot.schedule();
  }

  /** Runs it after a delay; without one, right after the call's response. */
  later(ms: number, run: () => unknown): void {
    if (ms === 0) {
      this.follow(setImmediate().then(() => (this.closed ? undefined : run())));
      return;
    }
    const timer = this.options.clock.setTimeout(() => {
      this.timers.delete(timer);
      if (!this.closed) this.follow(Promise.resolve(run()));
    }, ms);
    this.timers.add(timer);
  }

  /**
   * One delivery; Safaricom promises no second one. Returns the body, or undefined when it was not accepted.
   */
  async deliver(url: string, body: unknown, timeoutMs = 8000): Promise<unknown> {
    try {
      const answer = await request(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw new Error(`answered ${answer.statusCode}`);
      return JSON.parse(text) as unknown;
    } catch (error) {
      this.options.log("callback not taken", { requestId: randomUUID(), error: String(error) });
      return undefined;
    }
  }

  /** Waits for deliveries in flight. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  follow(work: Promise<unknown>): void {
    const followed = work
      .catch((error: unknown) => this.options.log("simulator failed", { error: String(error) }))
      .finally(() => this.underWay.delete(followed));
    this.underWay.add(followed);
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const timer of this.timers) this.options.clock.clearTimeout(timer);
    await this.settled();
    this.snapshot.flush();
    this.file?.close();
  }
}
