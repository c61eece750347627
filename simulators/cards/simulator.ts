import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { AppendFile } from "../kit/appendFile.ts";
import { type SimulatorClock, wallClock } from "../kit/clock.ts";
import { SnapshotFile } from "../kit/snapshotFile.ts";
import { shown, type Transaction, type TransactionStatus } from "./transactions.ts";
import { type WebhookFault, Webhooks } from "./webhooks.ts";

export interface CardsSimulatorOptions {
  /** 0 uses any free port. */
  port: number;
  host?: string;
  secretKey: string;
  webhookUrl?: string;
  /** Folder for `state.json` and `ledger.jsonl`; without it everything lives in memory. */
  stateDir?: string;
  clock?: SimulatorClock;
  log?: (event: string, detail: Record<string, unknown>) => void;
}

/** `http500` and `drop-answer` affect calls, `wrong-amount` the result of verify, the others notices. */
export type Fault = WebhookFault | "http500" | "drop-answer" | "wrong-amount";

/** Paystack's data: payments by reference, and a record of all actions. */
export class CardsSimulator {
  readonly secretKey: string;
  private readonly transactions = new Map<string, Transaction>();
  private faults: { kind: Fault; count: number }[] = [];
  private readonly clock: SimulatorClock;
  private readonly webhooks: Webhooks;
  private readonly snapshot: SnapshotFile<Transaction[]>;
  private readonly file: AppendFile | undefined;
  private lines: string[] = [];
  private nextId = 1;

  constructor(options: CardsSimulatorOptions) {
    this.secretKey = options.secretKey;
    this.clock = options.clock ?? wallClock;
    const { stateDir, webhookUrl: url, secretKey, log = () => {} } = options;
    this.webhooks = new Webhooks({ url, secretKey, clock: this.clock, log });
    this.snapshot = new SnapshotFile(stateDir && join(stateDir, "state.json"), this.clock, 50, () => [
      ...this.transactions.values(),
    ]);
    this.file = stateDir === undefined ? undefined : new AppendFile(join(stateDir, "ledger.jsonl"));
    for (const known of this.snapshot.load() ?? []) this.transactions.set(known.reference, known);
    this.nextId = this.transactions.size + 1;
  }

  private now = () => new Date(Number(this.clock.now())).toISOString();

  /** Undefined when the reference was used before. */
  open(
    given: Pick<Transaction, "reference" | "email" | "amount" | "currency" | "callbackUrl" | "cancelUrl">,
  ) {
    if (this.transactions.has(given.reference)) return undefined;
    const transaction: Transaction = {
      ...given,
      id: this.nextId++,
      accessCode: randomBytes(8).toString("hex"),
      status: "abandoned",
      gatewayResponse: "The transaction was not completed",
      paidAt: null,
      createdAt: this.now(),
    };
    this.transactions.set(given.reference, transaction);
    this.note("initialize", transaction);
    return transaction;
  }

  find = (reference: string) => this.transactions.get(reference);
  findByCode = (code: string) => [...this.transactions.values()].find((one) => one.accessCode === code);

  /** The payer's action. Only a success is reported by a notice, as at Paystack. */
  complete(transaction: Transaction, outcome: TransactionStatus): void {
    if (transaction.status === "success") return;
    transaction.status = outcome;
    transaction.gatewayResponse = outcome === "success" ? "Successful" : "Declined";
    transaction.paidAt = outcome === "success" ? this.now() : null;
    this.note(`charge.${outcome}`, transaction);
    if (outcome === "success") this.notify("charge.success", shown(transaction));
  }

  /** A notice of a dispute or a refund about a payment. */
  about(event: string, transaction: Transaction, extra: object): void {
    this.note(event, transaction);
    const isDispute = event.startsWith("charge.dispute");
    const data = isDispute
      ? { id: transaction.id, transaction: shown(transaction), currency: "KES", ...extra }
      : { transaction_reference: transaction.reference, currency: "KES", ...extra };
    this.notify(event, data);
  }

  private notify(event: string, data: object): void {
    const fault = (["lose", "double", "late", "forge"] as const).find((kind) => this.takeFault(kind));
    this.webhooks.send(event, data, fault);
  }

  addFault(kind: Fault, count: number): void {
    this.faults.push({ kind, count });
  }

  takeFault(kind: Fault): boolean {
    const fault = this.faults.find((one) => one.kind === kind && one.count > 0);
    if (fault) fault.count--;
    return fault !== undefined;
  }

  private note(what: string, transaction: Transaction): void {
    const { reference, amount, status } = transaction;
    const line = `${JSON.stringify({ at: this.now(), what, reference, amount, status })}\n`;
    if (this.file) this.file.append(line);
    else this.lines.push(line);
    this.snapshot.schedule();
  }

  ledger = (): string => (this.file ? this.file.tail().toString() : this.lines.join(""));

  reset(): void {
    this.transactions.clear();
    this.faults = [];
    this.lines = [];
    this.file?.clear();
    this.snapshot.schedule();
  }

  close(): void {
    this.webhooks.stop();
    this.snapshot.flush();
    this.file?.close();
  }
}
