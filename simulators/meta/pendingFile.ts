import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AppendFile } from "../kit/appendFile.ts";
import type { SimulatorClock } from "../kit/clock.ts";
import { SnapshotFile } from "../kit/snapshotFile.ts";
import type { Journey, Stage } from "./statusSchedule.ts";
import type { Notification } from "./webhookQueue.ts";

/** Unconfirmed webhooks, and pending statuses of accepted messages. */
export interface PendingSnapshot {
  notifications: Notification[];
  statuses: [Stage, Journey][];
}

type Begun = { notification: Notification } | { journey: Journey };

const DEBOUNCE_MS = 1_000;

/**
 * The open webhooks on disk: `webhooks.json` mirrors them, and `webhooks.jsonl` lists those begun since it
 * was written, line by line and before the response is sent. So a killed process loses no status: like Meta,
 * it sends some twice.
 */
export class PendingFile {
  private readonly snapshot: SnapshotFile<PendingSnapshot>;
  private readonly journal: AppendFile | undefined;

  /** Without a folder nothing is written. */
  constructor(stateDir: string | undefined, clock: SimulatorClock, current: () => PendingSnapshot) {
    const path = stateDir === undefined ? undefined : join(stateDir, "webhooks.json");
    this.snapshot = new SnapshotFile(path, clock, DEBOUNCE_MS, current, () => this.journal?.clear());
    this.journal = stateDir === undefined ? undefined : new AppendFile(join(stateDir, "webhooks.jsonl"));
  }

  /** `newest`: the last accepted message, when it is newer than the snapshot. */
  load(): PendingSnapshot & { newest: Journey | undefined } {
    const { notifications, statuses } = this.snapshot.load() ?? { notifications: [], statuses: [] };
    const known = new Set([
      ...notifications.map((notification) => notification.body),
      ...statuses.map(([, journey]) => journey.wamid),
    ]);
    let newest: Journey | undefined;
    for (const begun of this.readJournal()) {
      if ("journey" in begun) {
        newest = begun.journey;
        if (!known.has(begun.journey.wamid)) statuses.push(["sent", begun.journey]);
      } else if (!known.has(begun.notification.body)) notifications.push(begun.notification);
    }
    return { notifications, statuses, newest };
  }

  add(begun: Begun): void {
    if (!this.journal) return;
    const line = JSON.stringify(begun, (key, value) => (key === "handsetMessage" ? undefined : value));
    this.journal.append(`${line}\n`);
  }

  /** Schedules writing `webhooks.json` after a change. */
  schedule(): void {
    this.snapshot.schedule();
  }

  close(): void {
    this.snapshot.flush();
    this.journal?.close();
  }

  private readJournal(): Begun[] {
    if (!this.journal) return [];
    const lines = readFileSync(this.journal.path, "utf8").split("\n");
    return lines.slice(0, -1).map((line) => JSON.parse(line) as Begun);
  }
}
