import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { AppendFile } from "../kit/appendFile.ts";
import { type SimulatorClock, wallClock } from "../kit/clock.ts";
import { SnapshotFile } from "../kit/snapshotFile.ts";

export interface EtimsSimulatorOptions {
  /** 0 uses any free port. */
  port: number;
  host?: string;
  clientId: string;
  clientSecret: string;
  pin: string;
  branch: string;
  deviceSerial: string;
  /** Folder for `state.json` and `ledger.jsonl`; without it everything lives in memory. */
  stateDir?: string;
  clock?: SimulatorClock;
  log?: (event: string, detail: Record<string, unknown>) => void;
}

/**
 * `drop-call` loses the call, `drop-answer` only its response; `unknown` returns 999 after registering,
 * `busy` 990, `refuse` with a chosen code.
 */
export const faultKinds = ["drop-call", "drop-answer", "unknown", "busy", "http500", "refuse"] as const;
export interface Fault {
  kind: (typeof faultKinds)[number];
  count: number;
  code: string;
  message: string;
}

export interface Registered {
  invcNo: number;
  trdInvcNo: string;
  curRcptNo: number;
  totRcptNo: number;
  intrlData: string;
  rcptSign: string;
  sdcDateTime: string;
  /** What can still be credited, in cents. */
  openCents: number;
}

/** KRA's data of one branch: its device, its items, and the documents by number. */
export interface BranchState {
  cmcKey: string | null;
  items: string[];
  sales: Registered[];
}

/** By PIN and branch. */
type State = Record<string, BranchState>;

const isOneBranch = (kept: unknown): boolean => typeof kept === "object" && kept !== null && "cmcKey" in kept;

/** KRA with the branches that ever called. Any PIN may register a device with the serial number of `options`. */
export class EtimsSimulator {
  readonly options: EtimsSimulatorOptions;
  readonly clock: SimulatorClock;
  readonly tokens = new Map<string, number>();
  state: State;
  private faults: Fault[] = [];
  private readonly snapshot: SnapshotFile<State>;
  private readonly file: AppendFile | undefined;
  private lines: string[] = [];

  constructor(options: EtimsSimulatorOptions) {
    this.options = options;
    this.clock = options.clock ?? wallClock;
    const { stateDir } = options;
    this.snapshot = new SnapshotFile(
      stateDir && join(stateDir, "state.json"),
      this.clock,
      50,
      () => this.state,
    );
    this.file = stateDir === undefined ? undefined : new AppendFile(join(stateDir, "ledger.jsonl"));
    const kept: unknown = this.snapshot.load();
    // Earlier versions kept one branch.
    this.state = (isOneBranch(kept) ? { [`${options.pin}:${options.branch}`]: kept } : (kept ?? {})) as State;
  }

  /** The data of a branch. */
  branchOf(pin: string, branch: string): BranchState {
    this.state[`${pin}:${branch}`] ??= { cmcKey: null, items: [], sales: [] };
    return this.state[`${pin}:${branch}`]!;
  }

  /** `yyyyMMddHHmmss` in Kenya. */
  now = () => new Date(this.clock.now() + 3 * 3_600_000).toISOString().replace(/\D/g, "").slice(0, 14);

  giveToken(): string {
    const token = randomBytes(16).toString("hex");
    this.tokens.set(token, this.clock.now() + 3_600_000);
    return token;
  }

  note(what: string, detail: object): void {
    const line = `${JSON.stringify({ at: this.now(), what, ...detail })}\n`;
    if (this.file) this.file.append(line);
    else this.lines.push(line);
    this.snapshot.schedule();
  }

  ledger = (): string => (this.file ? this.file.tail().toString() : this.lines.join(""));

  addFault(fault: Fault): void {
    this.faults.push(fault);
  }

  takeFault(): Fault | undefined {
    const fault = this.faults.find((one) => one.count > 0);
    if (fault) fault.count--;
    return fault;
  }

  reset(): void {
    this.state = {};
    this.faults = [];
    this.lines = [];
    this.file?.clear();
    this.snapshot.schedule();
  }

  close(): void {
    this.snapshot.flush();
    this.file?.close();
  }
}
