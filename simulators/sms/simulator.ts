import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { AppendFile } from "../kit/appendFile.ts";
import { type SimulatorClock, wallClock } from "../kit/clock.ts";
import { partsOf } from "./parts.ts";

export interface SmsSimulatorOptions {
  /** 0 uses any free port. */
  port: number;
  host?: string;
  /** How long a phone that is on takes to get a text. */
  deliveryMs?: number;
  /** Folder for `ledger.jsonl`; without it everything lives in memory. */
  stateDir?: string;
  clock?: SimulatorClock;
  log?: (event: string, detail: Record<string, unknown>) => void;
}

export const phoneStates = ["on", "off", "missing", "blocked", "silent"] as const;
/** `silent`: the network never reports, as Airtel and Telkom often don't. */
export type PhoneState = (typeof phoneStates)[number];

/**
 * `drop-call` loses the call, `drop-answer` only its answer after sending; `busy` answers 429, `http500` 500, `refuse` with
 * `code`; `report-never`, `report-double`, `report-first` (before the answer) and `report-word` (an undocumented word)
 * concern the delivery report of the next text.
 */
export const faultKinds = [
  ...["drop-call", "drop-answer", "busy", "http500", "refuse"],
  ...["report-never", "report-double", "report-first", "report-word"],
] as const;
export type FaultKind = (typeof faultKinds)[number];
interface Fault {
  kind: FaultKind;
  count: number;
  code: number;
}

export interface SentSms {
  id: string;
  username: string;
  to: string;
  from: string;
  text: string;
  parts: number;
  cost: string;
  sentMs: number;
  deliveredMs: number | null;
}

interface Callbacks {
  reports?: string;
  incoming?: string;
  optOuts?: string;
}

const priceCents = 80;
/** Whatever was sent longest ago is dropped from memory; the ledger keeps it. */
const mostInMemory = 200_000;

/** Africa's Talking and the phones of its networks. */
export class SmsSimulator {
  readonly clock: SimulatorClock;
  readonly options: SmsSimulatorOptions;
  readonly sent = new Map<string, SentSms>();
  readonly phones = new Map<string, PhoneState>();
  readonly callbacks = new Map<string, Callbacks>();
  readonly faults: Fault[] = [];
  balanceCents = 100_000_000;
  private readonly ledger: AppendFile | undefined;
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(options: SmsSimulatorOptions) {
    this.options = options;
    this.clock = options.clock ?? wallClock;
    this.ledger =
      options.stateDir === undefined ? undefined : new AppendFile(join(options.stateDir, "ledger.jsonl"));
  }

  takeFault(of: readonly FaultKind[]): Fault | undefined {
    const fault = this.faults.find(({ kind, count }) => of.includes(kind) && count > 0);
    if (fault) fault.count -= 1;
    return fault;
  }

  /** Accepts a text, takes its price, and lets the phone get it. */
  accept({ username, to, from, text }: Pick<SentSms, "username" | "to" | "from" | "text">): SentSms {
    const parts = partsOf(text);
    this.balanceCents -= priceCents * parts;
    const sms: SentSms = {
      id: `ATXid_${randomBytes(16).toString("hex")}`,
      ...{ username, to, from, text, parts },
      cost: `KES ${((priceCents * parts) / 100).toFixed(4)}`,
      sentMs: this.clock.now(),
      deliveredMs: null,
    };
    this.sent.set(sms.id, sms);
    if (this.sent.size > mostInMemory) this.sent.delete(this.sent.keys().next().value!);
    this.ledger?.append(`${JSON.stringify(sms)}\n`);
    return sms;
  }

  /** The way of an accepted text to its phone, and the report about it. */
  async deliver(sms: SentSms): Promise<void> {
    const fault = this.takeFault(["report-never", "report-double", "report-word"]);
    const state = this.phones.get(sms.to) ?? "on";
    await new Promise<void>((done) => this.clock.setTimeout(done, this.options.deliveryMs ?? 300));
    if (state === "on" || state === "silent") sms.deliveredMs = this.clock.now();
    if (fault?.kind === "report-never" || state === "silent") return;
    const report = (status: string, more: Record<string, string> = {}) =>
      this.post(sms.username, "reports", {
        ...{ id: sms.id, status, phoneNumber: sms.to, networkCode: "63902", retryCount: "0" },
        ...more,
      });
    if (fault?.kind === "report-word") await report("Wandering");
    if (state === "off") return report("AbsentSubscriber");
    if (state === "missing") return report("Failed", { failureReason: "UserDoesNotExist" });
    await report("Success");
    if (fault?.kind === "report-double") await report("Success");
  }

  /** A phone that is switched on gets what waited for it. */
  async switchOn(number: string): Promise<void> {
    this.phones.set(number, "on");
    const waiting = [...this.sent.values()].filter((sms) => sms.to === number && sms.deliveredMs === null);
    for (const sms of waiting) await this.deliver(sms);
  }

  /** Resolves when all deliveries and reports are done. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  later(work: Promise<unknown>): void {
    const one = work
      .catch((error: unknown) => this.options.log?.("callback failed", { error: String(error) }))
      .finally(() => this.underWay.delete(one));
    this.underWay.add(one);
  }

  /** Posts a form to a callback of an account; it is not repeated, as at the service. */
  async post(username: string, kind: keyof Callbacks, form: Record<string, string>): Promise<void> {
    const url = this.callbacks.get(username)?.[kind];
    if (!url) return;
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
      signal: AbortSignal.timeout(5000),
    });
    await answer.arrayBuffer();
  }

  reset(): void {
    this.sent.clear();
    this.phones.clear();
    this.faults.length = 0;
    this.ledger?.clear();
  }

  async close(): Promise<void> {
    await this.settled();
    this.ledger?.close();
  }
}
