// Over 300 lines would split the one state machine that this is: what one phone number holds in memory while it sends.
import type { Services } from "#app/api/context.ts";
import type { Move } from "#app/domain/messages/move.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import { newId, type OrgId } from "#app/shared/ids.ts";
import { composeBody, readSender, readTemplate, type Sender, type TemplateRow } from "./compose.server.ts";
import { holdSeconds, releaseHold, takeHold } from "./hold.server.ts";
import { readOutcome } from "./outcome.ts";
import { type PostResult, post } from "./post.server.ts";
import { finishIfDone, writeResults } from "./results.server.ts";
import { TokenBucket } from "./tokenBucket.ts";
import { campaignsToSend, claimDue, leaseRange, type Outgoing, recoverLeases } from "./work.server.ts";

/** After so many tries a message fails: what keeps coming back is not passing. */
const maxAttempts = 8;
const flushRows = 1000;
const flushAfterMs = 30;
/** Results not yet durable; beyond this nothing more is posted until the database has taken them. */
const maxUnwritten = 4000;
const dueEveryMs = 250;
const idleBeforeReleaseMs = 5000;
/** A little below Meta's limit, so that jitter on the way never adds up to more. */
const rateShare = 0.985;

export interface DispatcherOptions {
  orgId: OrgId;
  phoneNumberId: string;
  processId: string;
  graceSeconds: number;
  /** How many requests may be under way at once. */
  maxInFlight: number;
}

/**
 * Sends everything that one phone number has to send, while it holds the right to that number. Rows come in leased
 * ranges and single claims, go out as fast as the number's token bucket allows, and their results are written in batches.
 */
export class Dispatcher {
  readonly done: Promise<void>;
  readonly #services: Services;
  readonly #options: DispatcherOptions;
  readonly #holder: string;
  #dispatcherId = "";
  #sender: Sender | null = null;
  #bucket = new TokenBucket(1, 0);
  #templates = new Map<string, TemplateRow | null>();
  #urgent: Outgoing[] = [];
  #ranges: Outgoing[] = [];
  #position = 0;
  #openInLease = new Map<string, number>();
  #inFlight = 0;
  #moves: Move[] = [];
  #movedLeases: string[] = [];
  #pauses = new Map<string, string>();
  #givenBack = new Set<string>();
  /** Campaigns that are being paused from here, and since when. */
  #stoppedCampaigns = new Map<string, number>();
  #writing = false;
  #flushTimer: NodeJS.Timeout | undefined;
  #pumpTimer: NodeJS.Timeout | undefined;
  #holdUntil = 0;
  #stopping = false;
  #lookNow = true;
  #wake: () => void = () => undefined;

  constructor(services: Services, options: DispatcherOptions) {
    this.#services = services;
    this.#options = options;
    this.#holder = options.processId;
    this.done = this.#run();
  }

  /** Something changed for this number: look at once. */
  notify(): void {
    this.#lookNow = true;
    this.#wake();
  }

  /** Stops posting, gives back what was not posted, waits for the answers that are under way. */
  stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    return this.done;
  }

  async #run(): Promise<void> {
    const { log } = this.#services;
    try {
      if (!(await this.#renew())) return;
      await recoverLeases(this.#services.db.system, { ...this.#options, dispatcher: this.#dispatcherId });
      let idleSince = Date.now();
      let renewedAt = performance.now();
      let dueAt = 0;
      while (!this.#stopping) {
        if (performance.now() - renewedAt > (holdSeconds * 1000) / 4) {
          renewedAt = performance.now();
          if (!(await this.#renew())) break;
        }
        const look = this.#lookNow;
        this.#lookNow = false;
        if (look) await this.#giveBackStopped();
        if (look || performance.now() - dueAt > dueEveryMs) {
          dueAt = performance.now();
          await this.#claim();
        }
        if (this.#waiting() < this.#rangeSize()) await this.#leaseNext();
        this.#pump();
        const busy = this.#waiting() > 0 || this.#inFlight > 0 || this.#moves.length > 0 || this.#writing;
        if (busy) idleSince = Date.now();
        else if (Date.now() - idleSince > idleBeforeReleaseMs) break;
        await this.#sleep(this.#waiting() < this.#rangeSize() && this.#lookNow ? 0 : 50);
      }
    } catch (error) {
      log.warn(
        { err: error, phoneNumberId: this.#options.phoneNumberId },
        "sender stopped for this number; it starts again",
      );
    } finally {
      await this.#end();
    }
  }

  async #renew(): Promise<boolean> {
    const askedAt = performance.now();
    const hold = await takeHold(this.#services.db.system, { ...this.#options, holder: this.#holder });
    if (!hold) return false;
    // Counted from before the question, with a margin: we stop before another may start.
    this.#holdUntil = askedAt + (holdSeconds - 3) * 1000;
    this.#dispatcherId = `${this.#holder}#${hold.fence}`;
    return true;
  }

  #waiting(): number {
    return this.#urgent.length + this.#ranges.length - this.#position;
  }

  /** A second's worth, so that a crash leaves little in doubt. */
  #rangeSize(): number {
    return Math.min(2000, Math.max(20, Math.ceil(this.#sender?.throughputPerSecond ?? 80)));
  }

  async #loadSender(): Promise<void> {
    const { orgId, phoneNumberId } = this.#options;
    const sender = await readSender(this.#services, orgId, phoneNumberId);
    if (sender && sender.throughputPerSecond !== this.#sender?.throughputPerSecond) {
      this.#bucket = new TokenBucket(sender.throughputPerSecond * rateShare, performance.now());
    }
    this.#sender = sender;
  }

  async #claim(): Promise<void> {
    const rows = await claimDue(this.#services.db.system, { ...this.#options, limit: this.#rangeSize() });
    if (rows.length === 0) return;
    await this.#loadSender();
    await this.#loadTemplates(rows);
    this.#urgent.push(...rows);
  }

  async #leaseNext(): Promise<void> {
    const { orgId, phoneNumberId } = this.#options;
    const campaigns = await campaignsToSend(this.#services.db.system, orgId, phoneNumberId);
    for (const { campaignId } of campaigns) {
      // Still being sent some seconds after its pause was asked for: it was resumed.
      if (Date.now() - (this.#stoppedCampaigns.get(campaignId) ?? 0) > 3000)
        this.#stoppedCampaigns.delete(campaignId);
    }
    const next = campaigns.find(({ more, campaignId }) => more && !this.#stoppedCampaigns.has(campaignId));
    if (!next) {
      if (this.#waiting() + this.#inFlight + this.#moves.length > 0 || this.#writing) return;
      for (const { campaignId } of campaigns) await finishIfDone(this.#services, orgId, campaignId);
      return;
    }
    await this.#loadSender();
    const leaseId = newId("lse");
    const range = await leaseRange(this.#services.db.system, {
      orgId,
      campaignId: next.campaignId,
      size: this.#rangeSize(),
      dispatcher: this.#dispatcherId,
      leaseId,
    });
    if (!range) return;
    await this.#loadTemplates(range.rows);
    if (range.rows.length === 0) this.#movedLeases.push(leaseId);
    else this.#openInLease.set(leaseId, range.rows.length);
    this.#ranges = this.#position === 0 ? this.#ranges : this.#ranges.slice(this.#position);
    this.#position = 0;
    for (const row of range.rows) this.#ranges.push(row);
    this.#lookNow = this.#lookNow || this.#waiting() < this.#rangeSize();
  }

  async #loadTemplates(rows: readonly Outgoing[]): Promise<void> {
    for (const templateId of new Set(rows.map((row) => row.templateId))) {
      if (templateId !== null)
        this.#templates.set(templateId, await readTemplate(this.#services, this.#options.orgId, templateId));
    }
  }

  /** Posts as much as tokens, connections and unwritten results allow. Called whenever one of them changes. */
  #pump(): void {
    const now = performance.now();
    if (this.#stopping || now > this.#holdUntil || this.#moves.length > maxUnwritten) return;
    const room = Math.min(this.#options.maxInFlight - this.#inFlight, this.#waiting());
    if (room <= 0) {
      if (this.#waiting() < this.#rangeSize()) this.#wake();
      return;
    }
    let tokens = this.#bucket.take(room, now);
    while (tokens > 0) {
      const row = this.#urgent.shift() ?? this.#ranges[this.#position++];
      if (!row) break;
      if (this.#send(row)) tokens -= 1;
    }
    if (this.#waiting() > 0 && this.#inFlight < this.#options.maxInFlight && this.#pumpTimer === undefined) {
      this.#pumpTimer = setTimeout(
        () => {
          this.#pumpTimer = undefined;
          this.#pump();
        },
        Math.max(1, this.#bucket.waitMs(now)),
      );
    }
    if (this.#waiting() < this.#rangeSize() / 2) this.#wake();
  }

  /** Posts one message, or settles it without a post. True when a post left. */
  #send(row: Outgoing): boolean {
    if (row.campaignId !== null && this.#stoppedCampaigns.has(row.campaignId)) {
      this.#record(row, { id: row.id, state: "queued", at: new Date(), dueAt: new Date() });
      return false;
    }
    if (row.campaignId !== null && row.optedOut) {
      this.#fail(row, 131050, "The contact opted out before this message was sent.");
      return false;
    }
    const template = row.templateId === null ? null : (this.#templates.get(row.templateId) ?? null);
    const obstacle = this.#obstacle(row, template);
    if (obstacle) {
      this.#block(row, obstacle.code, obstacle.reason);
      return false;
    }
    let body: string;
    try {
      body = composeBody(row, template);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.#fail(row, 132000, error.message);
      return false;
    }
    this.#inFlight += 1;
    const { pool, pathPrefix } = this.#services.graph;
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${this.#sender!.accessToken}`,
    };
    post(pool, `${pathPrefix}/${this.#options.phoneNumberId}/messages`, headers, body, (result) => {
      this.#inFlight -= 1;
      this.#take(row, result);
      this.#pump();
    });
    return true;
  }

  #obstacle(row: Outgoing, template: TemplateRow | null): { code: number; reason: string } | null {
    if (!this.#sender?.accessToken || this.#sender.wabaStatus !== "connected") {
      return {
        code: 190,
        reason: "This number is not connected to WhatsApp any more. Connect it again, then resume.",
      };
    }
    if (row.type !== "template") return null;
    if (!template) return { code: 132001, reason: "The template was deleted." };
    if (template.status !== "APPROVED") {
      return {
        code: 132015,
        reason: `Meta has set the template “${template.name}” to ${template.status.toLowerCase()}, so the rest was not sent.`,
      };
    }
    return null;
  }

  #take(row: Outgoing, result: PostResult): void {
    const at = new Date();
    const doubt = (detail: string) =>
      this.#record(row, {
        id: row.id,
        state: "unknown",
        at,
        errorCode: 0,
        errorDetail: detail,
        attempted: true,
        dueAt: this.#graceEnd(at),
      });
    if ("error" in result) {
      if (result.mayHaveLeft) doubt("Meta's answer was lost.");
      else this.#retry(row, 131016, "Meta could not be reached.", 2000);
      return;
    }
    const outcome = readOutcome(result.status, result.body, row.attempts);
    switch (outcome.kind) {
      case "accepted":
        this.#record(row, { id: row.id, state: "accepted", at, wamid: outcome.wamid, attempted: true });
        break;
      case "unknown":
        doubt(outcome.detail);
        break;
      case "retry":
        if (outcome.slowDown) this.#bucket.slowDown(performance.now());
        this.#retry(row, outcome.code, outcome.detail, outcome.delayMs);
        break;
      case "failed":
        this.#fail(row, outcome.code, outcome.detail);
        break;
      case "blocked":
        this.#block(row, outcome.code, `Meta refused to send: ${outcome.detail}`);
        break;
      default:
        outcome satisfies never;
    }
  }

  #graceEnd = (at: Date) => new Date(at.getTime() + this.#options.graceSeconds * 1000);

  #retry(row: Outgoing, code: number, detail: string, delayMs: number): void {
    if (row.attempts + 1 >= maxAttempts) this.#fail(row, code, detail);
    else
      this.#record(row, {
        id: row.id,
        state: "queued",
        at: new Date(),
        errorCode: code,
        errorDetail: detail,
        attempted: true,
        dueAt: new Date(Date.now() + delayMs),
      });
  }

  #fail(row: Outgoing, code: number, detail: string): void {
    this.#record(row, {
      id: row.id,
      state: "failed",
      at: new Date(),
      errorCode: code,
      errorDetail: detail,
      attempted: true,
    });
  }

  /** The campaign cannot go on: this row waits with the others, and the campaign says why. A single message fails. */
  #block(row: Outgoing, code: number, reason: string): void {
    if (row.campaignId === null) {
      this.#fail(row, code, reason);
      return;
    }
    this.#stoppedCampaigns.set(row.campaignId, Date.now());
    this.#pauses.set(row.campaignId, reason);
    this.#record(row, { id: row.id, state: "queued", at: new Date(), dueAt: new Date() });
  }

  #record(row: Outgoing, move: Move): void {
    this.#moves.push(move);
    if (move.state === "queued" && row.campaignId !== null) this.#givenBack.add(row.campaignId);
    if (row.leaseId !== null) {
      const open = (this.#openInLease.get(row.leaseId) ?? 1) - 1;
      if (open > 0) this.#openInLease.set(row.leaseId, open);
      else {
        this.#openInLease.delete(row.leaseId);
        this.#movedLeases.push(row.leaseId);
      }
    }
    if (this.#moves.length >= flushRows) void this.#flush();
    else this.#flushTimer ??= setTimeout(() => void this.#flush(), flushAfterMs);
  }

  /** Writes what is known. While the database does not take it, it is kept and tried again. */
  async #flush(): Promise<void> {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    if (this.#writing || (this.#moves.length === 0 && this.#movedLeases.length === 0)) return;
    this.#writing = true;
    const batch = {
      orgId: this.#options.orgId,
      moves: this.#moves,
      endedLeases: this.#movedLeases,
      pauses: this.#pauses,
      givenBack: this.#givenBack,
    };
    this.#moves = [];
    this.#movedLeases = [];
    this.#pauses = new Map();
    this.#givenBack = new Set();
    for (let delayMs = 100; ; delayMs = Math.min(5000, delayMs * 2)) {
      try {
        await writeResults(this.#services, batch);
        break;
      } catch (error) {
        this.#services.log.warn({ err: error, rows: batch.moves.length }, "results not written yet");
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    }
    this.#writing = false;
    if (this.#moves.length > 0)
      this.#flushTimer ??= setTimeout(
        () => void this.#flush(),
        this.#moves.length >= flushRows ? 0 : flushAfterMs,
      );
    this.#pump();
    this.#wake();
  }

  /** Rows of campaigns that are not being sent any more go back, to wait for a resume or to be cancelled. */
  async #giveBackStopped(): Promise<void> {
    const { orgId, phoneNumberId } = this.#options;
    const sending = new Set(
      (await campaignsToSend(this.#services.db.system, orgId, phoneNumberId)).map((c) => c.campaignId),
    );
    const goes = (row: Outgoing) => row.campaignId === null || sending.has(row.campaignId);
    const held = [...this.#urgent, ...this.#ranges.slice(this.#position)];
    const back = held.filter((row) => !goes(row));
    if (back.length === 0) return;
    this.#urgent = this.#urgent.filter(goes);
    this.#ranges = this.#ranges.slice(this.#position).filter(goes);
    this.#position = 0;
    for (const row of back)
      this.#record(row, { id: row.id, state: "queued", at: new Date(), dueAt: new Date() });
  }

  async #sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #end(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#pumpTimer);
    const back = [...this.#urgent, ...this.#ranges.slice(this.#position)];
    this.#urgent = [];
    this.#ranges = [];
    this.#position = 0;
    for (const row of back)
      this.#record(row, { id: row.id, state: "queued", at: new Date(), dueAt: new Date() });
    while (this.#inFlight > 0 || this.#moves.length > 0 || this.#writing) {
      await this.#flush();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await releaseHold(this.#services.db.system, {
      phoneNumberId: this.#options.phoneNumberId,
      holder: this.#holder,
    }).catch(() => undefined);
  }
}
