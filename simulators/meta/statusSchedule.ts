import type { Faults } from "./faults.ts";
import type { WhatsAppErrorCode } from "./graphError.ts";
import type { HandsetMessage } from "./handset.ts";
import type { ResolvedOptions, StatusMode } from "./options.ts";
import { failureError, outcomeFor } from "./outcome.ts";
import type { Pricing } from "./pricing.ts";

/** A message on its way from accepted to its last status. */
export interface Journey {
  phoneNumberId: string;
  wamid: string;
  recipient: string;
  acceptedAt: number;
  mode: StatusMode;
  pricing: Pricing;
  opaque?: string;
  failure?: WhatsAppErrorCode;
  handsetMessage?: HandsetMessage;
}

/** `readLate` is what `read` is for others. */
export const STAGES = ["sent", "delivered", "read", "readLate"] as const;
export type Stage = (typeof STAGES)[number];

interface Line {
  journeys: Journey[];
  head: number;
}

/**
 * Statuses that fall due. Each stage has one constant delay, so a first-in-first-out queue per stage with
 * one timer for all of them carries any number of messages.
 */
export class StatusSchedule {
  private readonly options: ResolvedOptions;
  private readonly faults: Faults;
  private readonly emit: (phoneNumberId: string, statuses: object[]) => void;
  private readonly isBusy: () => boolean;
  private lines: Record<Stage, Line> = emptyLines();
  private timer: unknown;
  private timerDueAt = Number.POSITIVE_INFINITY;
  private closed = false;

  /** `isBusy`: earlier notifications wait for their turn. */
  constructor(
    options: ResolvedOptions,
    faults: Faults,
    emit: (phoneNumberId: string, statuses: object[]) => void,
    isBusy: () => boolean,
  ) {
    this.options = options;
    this.faults = faults;
    this.emit = emit;
    this.isBusy = isBusy;
  }

  start(journey: Journey): void {
    this.join("sent", journey);
  }

  pending(): [Stage, Journey][] {
    return STAGES.flatMap((stage) => {
      const { journeys, head } = this.lines[stage];
      return journeys
        .slice(head)
        .map(({ handsetMessage: _, ...journey }): [Stage, Journey] => [stage, journey]);
    });
  }

  pendingCount(): number {
    return STAGES.reduce((sum, stage) => sum + this.lines[stage].journeys.length - this.lines[stage].head, 0);
  }

  restore(pending: readonly [Stage, Journey][]): void {
    for (const [stage, journey] of pending) this.join(stage, journey);
  }

  clear(): void {
    this.lines = emptyLines();
  }

  close(): void {
    this.closed = true;
    if (this.timer !== undefined) this.options.clock.clearTimeout(this.timer);
  }

  private join(stage: Stage, journey: Journey): void {
    this.lines[stage].journeys.push(journey);
    this.wakeAt(journey.acceptedAt + this.options.delaysMs[stage]);
  }

  /** Statuses are gathered for `flushMs`, and longer while POSTs wait for their turn, so that many of them share one. */
  private wakeAt(dueAt: number): void {
    const { flushMs, busyFlushMs } = this.options.webhooks;
    const at = dueAt + (this.isBusy() ? busyFlushMs : flushMs);
    if (this.closed || at >= this.timerDueAt) return;
    if (this.timer !== undefined) this.options.clock.clearTimeout(this.timer);
    this.timerDueAt = at;
    this.timer = this.options.clock.setTimeout(
      () => this.flush(),
      Math.max(0, at - this.options.clock.now()),
    );
  }

  private flush(): void {
    this.timer = undefined;
    this.timerDueAt = Number.POSITIVE_INFINITY;
    const now = this.options.clock.now();
    const due = new Map<string, object[]>();
    for (const stage of STAGES) this.takeDue(stage, now, due);
    for (const [phoneNumberId, statuses] of due) this.emitInBatches(phoneNumberId, statuses);
    for (const stage of STAGES) {
      const next = this.lines[stage].journeys[this.lines[stage].head];
      if (next) this.wakeAt(next.acceptedAt + this.options.delaysMs[stage]);
    }
  }

  private takeDue(stage: Stage, now: number, due: Map<string, object[]>): void {
    const line = this.lines[stage];
    const delay = this.options.delaysMs[stage];
    for (
      let journey = line.journeys[line.head];
      journey && journey.acceptedAt + delay <= now;
      journey = line.journeys[line.head]
    ) {
      line.head += 1;
      const statuses = due.get(journey.phoneNumberId) ?? [];
      due.set(journey.phoneNumberId, statuses);
      statuses.push(this.advance(stage, journey));
    }
    if (line.head > 10_000 || line.head === line.journeys.length) {
      line.journeys = line.journeys.slice(line.head);
      line.head = 0;
    }
  }

  /** The status webhook of this stage; the message joins the next stage when it has one. */
  private advance(stage: Stage, journey: Journey): object {
    const outcome = outcomeFor(journey.recipient, journey.pricing.category);
    const failure = stage === "sent" ? (journey.failure ?? outcome.failure) : undefined;
    const status = failure !== undefined ? "failed" : stage === "readLate" ? "read" : stage;
    if (journey.handsetMessage) journey.handsetMessage.status = status;
    if (failure === undefined && journey.mode === "all") {
      if (stage === "sent") this.join("delivered", journey);
      if (stage === "delivered" && outcome.isRead)
        this.join(isLateReader(journey.recipient) ? "readLate" : "read", journey);
    }
    return {
      id: journey.wamid,
      status,
      timestamp: String(Math.floor((journey.acceptedAt + this.options.delaysMs[stage]) / 1000)),
      ...recipientOf(journey.recipient),
      ...(journey.opaque === undefined ? {} : { biz_opaque_callback_data: journey.opaque }),
      ...(failure === undefined ? {} : { errors: [failureError(failure)] }),
      ...(failure === undefined && status !== "read" ? { pricing: journey.pricing } : {}),
    };
  }

  private emitInBatches(phoneNumberId: string, statuses: object[]): void {
    if (this.faults.strike("webhook-shuffle", phoneNumberId)) shuffle(statuses);
    const size = this.options.webhooks.maxStatusesPerPost;
    for (let start = 0; start < statuses.length; start += size)
      this.emit(phoneNumberId, statuses.slice(start, start + size));
  }
}

/** One in ten. */
const isLateReader = (recipient: string): boolean => recipient.endsWith("7");

/**
 * A recipient addressed by user id has no phone number in its statuses (facts/whatsapp-cloud-api.md §5.2).
 */
function recipientOf(recipient: string): object {
  return /^\d/.test(recipient) ? { recipient_id: recipient } : { recipient_user_id: recipient };
}

function emptyLines(): Record<Stage, Line> {
  return {
    sent: { journeys: [], head: 0 },
    delivered: { journeys: [], head: 0 },
    read: { journeys: [], head: 0 },
    readLate: { journeys: [], head: 0 },
  };
}

function shuffle(items: object[]): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    const item = items[last] as object;
    items[last] = items[other] as object;
    items[other] = item;
  }
}
