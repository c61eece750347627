import { isTransient } from "#app/db/transient.ts";
import type { Move } from "#app/domain/messaging/messages/move.server.ts";
import { answerLost } from "#app/domain/messaging/messages/reasons.ts";
import type { Services } from "#app/platform/context.ts";
import type { Reason } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Outgoing } from "./outgoing.server.ts";
import { type Results, type SendResult, writeResults } from "./results.server.ts";
import type { ResultWriter } from "./resultWriter.ts";

const flushRows = 1000;
/** Results not yet durable; beyond this nothing more is posted until the database has taken them. */
const maxUnwritten = 4000;

/** What has come since the last batch was taken to be written. */
const emptyBatch = () => ({
  accepted: [] as Move[],
  moves: [] as SendResult[],
  endedLeases: [] as string[],
  pauses: new Map<string, Reason>(),
  accountRefused: false,
  givenBack: new Set<string>(),
});

/**
 * Gathers the results of one dispatcher and writes them in batches, one batch at a time. While the database does not
 * take a batch, it is kept and tried again. A lease ends with the batch that holds the last result of its rows.
 */
export class ResultBuffer {
  readonly #services: Services;
  readonly #owner: { orgId: OrgId; phoneNumberId: string; holder: string };
  readonly #onWritten: (written: readonly Move[]) => void;
  #batch = emptyBatch();
  #openInLease = new Map<string, number>();
  /** False once a result was lost: its lease must stay, and may be one that ends with a later batch. */
  #complete = true;
  /** Rows that go back to the queue together with the end of their lease. */
  readonly #putBackLater = new Map<string, SendResult[]>();
  /** Leases that must not end, since a row of theirs could not go back with them: the successor recovers them. */
  readonly #leftLeases = new Set<string>();
  #writing = false;

  readonly #writer: ResultWriter;

  constructor(
    services: Services,
    writer: ResultWriter,
    owner: { orgId: OrgId; phoneNumberId: string; holder: string },
    onWritten: (written: readonly Move[]) => void,
  ) {
    this.#services = services;
    this.#writer = writer;
    this.#owner = owner;
    this.#onWritten = onWritten;
  }

  get full(): boolean {
    return this.#waiting > maxUnwritten;
  }

  get empty(): boolean {
    return this.#waiting === 0 && this.#batch.endedLeases.length === 0 && !this.#writing;
  }

  get #waiting(): number {
    return this.#batch.accepted.length + this.#batch.moves.length;
  }

  /** From now on, `rows` results are expected for this lease. */
  expect(leaseId: string, rows: number): void {
    if (rows === 0) this.#endLease(leaseId);
    else this.#openInLease.set(leaseId, rows);
  }

  /** The campaign is paused, with this reason, together with the results that are waiting. */
  pause(campaignId: string, reason: Reason): void {
    this.#batch.pauses.set(campaignId, reason);
  }

  /** Meta refused the account or a template: both are read again, together with the results that are waiting. */
  rereadAccount(): void {
    this.#batch.accountRefused = true;
  }

  add(row: Outgoing, move: Move): void {
    const batch = this.#batch;
    const isFirst = row.leaseId !== null || row.campaignId === null;
    if (move.state === "accepted" && isFirst) batch.accepted.push(move);
    else batch.moves.push({ ...move, leaseId: row.leaseId });
    if (move.state === "queued" && row.campaignId !== null) batch.givenBack.add(row.campaignId);
    if (row.leaseId !== null) {
      const open = (this.#openInLease.get(row.leaseId) ?? 1) - 1;
      if (open > 0) this.#openInLease.set(row.leaseId, open);
      else {
        this.#openInLease.delete(row.leaseId);
        this.#endLease(row.leaseId);
      }
    }
    this.#flushSoon();
  }

  #endLease(leaseId: string): void {
    if (this.#complete && !this.#leftLeases.has(leaseId)) {
      this.#batch.endedLeases.push(leaseId);
      this.#batch.moves.push(...(this.#putBackLater.get(leaseId) ?? []));
    }
    this.#putBackLater.delete(leaseId);
    this.#flushSoon();
  }

  #flushSoon(): void {
    if (this.#waiting >= flushRows) void this.flush();
    else this.#writer.flushSoon(this);
  }

  async flush(): Promise<void> {
    if (this.empty || this.#writing) return;
    this.#writing = true;
    const turn = await this.#writer.turn();
    const { accepted, moves, ...rest } = this.#batch;
    this.#batch = emptyBatch();
    const batch: Results = { ...this.#owner, ...rest, accepted, moves };
    if (!(await this.#write(batch, turn))) await this.#writeApart(batch);
    this.#writing = false;
    if (!this.empty) this.#flushSoon();
    this.#onWritten([...accepted, ...moves]);
  }

  /**
   * The tenure ended: these are requeued with their leases, which may have ended while the others were
   * written.
   */
  #putBack(rows: readonly SendResult[]): void {
    for (const row of rows) {
      const leaseId = row.leaseId!;
      if (this.#openInLease.has(leaseId))
        this.#putBackLater.set(leaseId, [...(this.#putBackLater.get(leaseId) ?? []), row]);
      else if (this.#batch.endedLeases.includes(leaseId)) this.#batch.moves.push(row);
      else this.#leftLeases.add(leaseId);
    }
  }

  /** Tries until the database takes the batch. False when it never will: something in the batch is not acceptable. */
  async #write(batch: Results, first?: () => void): Promise<boolean> {
    let endTurn = first ?? (await this.#writer.turn());
    for (let delayMs = 100; ; delayMs = Math.min(5000, delayMs * 2)) {
      try {
        this.#putBack(await writeResults(this.#services, batch).finally(endTurn));
        return true;
      } catch (error) {
        const isPassing = isTransient(error);
        const rows = batch.accepted.length + batch.moves.length;
        this.#services.log[isPassing ? "warn" : "error"]({ err: error, rows }, "results not written");
        if (!isPassing) return false;
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        endTurn = await this.#writer.turn();
      }
    }
  }

  /**
   * One bad result must not block the others. Its row is in doubt; if even that can't be written, no lease is
   * ended, and the next sender recovers it.
   */
  async #writeApart(batch: Results): Promise<void> {
    const nothing: Results = { ...this.#owner, ...emptyBatch() };
    for (const move of [...batch.accepted, ...batch.moves]) {
      if (await this.#write({ ...nothing, moves: [move] })) continue;
      const dueAt = new Date(move.at.getTime() + this.#services.config.unknownGraceSeconds * 1000);
      const inDoubt: Move = { id: move.id, state: "unknown", at: move.at, errorCode: answerLost, dueAt };
      if (!(await this.#write({ ...nothing, moves: [inDoubt] }))) this.#complete = false;
    }
    const { pauses, accountRefused } = batch;
    const endedLeases = batch.endedLeases.filter((leaseId) => !this.#leftLeases.has(leaseId));
    await this.#write({
      ...nothing,
      pauses,
      accountRefused,
      endedLeases: this.#complete ? endedLeases : [],
    });
  }
}
