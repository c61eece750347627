import type { Services } from "#app/api/context.ts";
import { newId, type OrgId } from "#app/shared/ids.ts";
import { composeOrRefuse } from "./compose.server.ts";
import { doorOpenSince, NumberHold } from "./hold.server.ts";
import { OutgoingQueue } from "./outgoingQueue.ts";
import { post } from "./post.server.ts";
import { ResultBuffer } from "./resultBuffer.server.ts";
import { finishIfDone } from "./results.server.ts";
import { SendSources } from "./sources.server.ts";
import { TokenBucket } from "./tokenBucket.ts";
import { giveBack, type Verdict, verdictOn } from "./verdict.ts";
import { campaignsToSend, claimDue, leaseRange, type Outgoing, recoverLeases } from "./work.server.ts";

const dueEveryMs = 250;
const idleBeforeReleaseMs = 5000;
const loopEveryMs = 50;
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
  readonly #hold: NumberHold;
  /** Rows that were claimed or are given back, until their result is written: a claim that brings one is not new. */
  readonly #held = new Set<string>();
  readonly #sources: SendSources;
  #bucket = new TokenBucket(1, 0);
  readonly #queue = new OutgoingQueue();
  readonly #path: string;
  #inFlight = 0;
  readonly #results: ResultBuffer;
  /** Campaigns that are being paused from here, and since when. */
  #stoppedCampaigns = new Map<string, number>();
  #pumpTimer: NodeJS.Timeout | undefined;
  #pumpNext: NodeJS.Immediate | undefined;
  #stopping = false;
  #exhausted = false;
  #lookNow = true;
  #wake: () => void = () => undefined;

  constructor(services: Services, options: DispatcherOptions) {
    this.#services = services;
    this.#options = options;
    // Of this instance alone: what an earlier one of the same process left is recovered like a stranger's.
    const holder = `${options.processId}.${newId("lse")}`;
    this.#path = `${services.graph.pathPrefix}/${options.phoneNumberId}/messages`;
    this.#hold = new NumberHold(services.db.system, options, holder);
    this.#sources = new SendSources(services, options.orgId, options.phoneNumberId);
    this.#results = new ResultBuffer(services, { ...options, holder }, (written) => {
      for (const { id } of written) this.#held.delete(id);
      this.#pump();
      this.#wake();
    });
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
      if (!(await this.#hold.take())) return;
      await recoverLeases(this.#services.db.system, { ...this.#options, dispatcher: this.#hold.holder });
      let idleSince = Date.now();
      let dueAt = 0;
      while (!this.#stopping) {
        if (this.#hold.isDueForRenewal && !(await this.#hold.renew())) {
          // Another one may be sending them already: they are neither posted nor given back.
          this.#queue.takeOut(() => true);
          break;
        }
        const look = this.#lookNow;
        this.#lookNow = false;
        if (look) await this.#giveBackStopped();
        if (look || performance.now() - dueAt > dueEveryMs) {
          dueAt = performance.now();
          await this.#claim();
        }
        this.#exhausted = false;
        while (!this.#stopping && !this.#exhausted && this.#queue.length < 2 * this.#rangeSize()) {
          this.#exhausted = !(await this.#leaseNext());
          this.#pump();
        }
        this.#pump();
        const busy = this.#queue.length > 0 || this.#inFlight > 0 || !this.#results.empty;
        if (busy) idleSince = Date.now();
        else if (Date.now() - idleSince > idleBeforeReleaseMs) break;
        await this.#sleep(loopEveryMs);
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

  /** A second's worth, so that a crash leaves little in doubt. */
  #rangeSize(): number {
    return Math.min(2000, Math.max(20, Math.ceil(this.#sources.sender?.throughputPerSecond ?? 80)));
  }

  async #load(rows: readonly Outgoing[]): Promise<void> {
    const before = this.#sources.sender?.throughputPerSecond;
    await this.#sources.load(rows.map((row) => row.templateId));
    const now = this.#sources.sender?.throughputPerSecond;
    if (now !== undefined && now !== before)
      this.#bucket = new TokenBucket(now * rateShare, performance.now());
  }

  async #claim(): Promise<void> {
    const { system } = this.#services.db;
    const fresh = await claimDue(system, {
      ...this.#options,
      limit: Math.max(20, this.#rangeSize() - this.#queue.urgent),
      doorOpenSince: await doorOpenSince(system),
      held: this.#held,
    });
    if (fresh.length === 0) return;
    for (const row of fresh) this.#held.add(row.id);
    await this.#load(fresh);
    this.#queue.addUrgent(fresh);
  }

  /**
   * Ends campaigns that are done, whatever else the number sends, and leases the next range. False when there is none to
   * lease now.
   */
  async #leaseNext(): Promise<boolean> {
    const { orgId, phoneNumberId } = this.#options;
    const campaigns = await campaignsToSend(this.#services.db.system, orgId, phoneNumberId);
    for (const { campaignId, done } of campaigns) {
      if (done) await finishIfDone(this.#services, orgId, campaignId);
      // Still being sent some seconds after its pause was asked for: it was resumed.
      if (Date.now() - (this.#stoppedCampaigns.get(campaignId) ?? 0) > 3000)
        this.#stoppedCampaigns.delete(campaignId);
    }
    const next = campaigns.find(({ more, campaignId }) => more && !this.#stoppedCampaigns.has(campaignId));
    if (!next) return false;
    const leaseId = newId("lse");
    const range = await leaseRange(this.#services.db.system, {
      orgId,
      campaignId: next.campaignId,
      size: this.#rangeSize(),
      dispatcher: this.#hold.holder,
      leaseId,
    });
    if (!range) return false;
    await this.#load(range.rows);
    this.#results.expect(leaseId, range.rows.length);
    this.#queue.addRange(range.rows);
    return true;
  }

  /** Posts as much as tokens, connections and unwritten results allow. Called whenever one of them changes. */
  #pump(): void {
    const now = performance.now();
    if (this.#stopping || this.#hold.isOver || this.#results.full) return;
    const room = Math.min(this.#options.maxInFlight - this.#inFlight, this.#queue.length);
    if (room <= 0) {
      if (!this.#exhausted && this.#queue.length < this.#rangeSize()) this.#wake();
      return;
    }
    let tokens = this.#bucket.take(room, now);
    while (tokens > 0) {
      const row = this.#queue.take();
      if (!row) break;
      if (this.#send(row)) tokens -= 1;
    }
    if (
      this.#queue.length > 0 &&
      this.#inFlight < this.#options.maxInFlight &&
      this.#pumpTimer === undefined
    ) {
      this.#pumpTimer = setTimeout(
        () => {
          this.#pumpTimer = undefined;
          this.#pump();
        },
        Math.max(1, this.#bucket.waitMs(now)),
      );
    }
    if (!this.#exhausted && this.#queue.length < this.#rangeSize()) this.#wake();
  }

  /** Posts once for all the answers of this turn, after the last of them has freed its connection. */
  #pumpSoon(): void {
    this.#pumpNext ??= setImmediate(() => {
      this.#pumpNext = undefined;
      this.#pump();
    });
  }

  /** Posts one message, or settles it without a post. True when a post left. */
  #send(row: Outgoing): boolean {
    const at = new Date();
    if (row.campaignId !== null && this.#stoppedCampaigns.has(row.campaignId)) {
      this.#giveBack(row);
      return false;
    }
    const { sender } = this.#sources;
    const template = this.#sources.template(row.templateId);
    const composed = composeOrRefuse(row, sender, template, at);
    if ("refusal" in composed) {
      this.#settle(row, composed.refusal);
      return false;
    }
    this.#inFlight += 1;
    post(
      this.#services.graph.sendingPool,
      this.#path,
      this.#sources.headers,
      composed.body,
      (result) => {
        this.#inFlight -= 1;
        if (!("error" in result)) this.#bucket.reached();
        this.#settle(row, verdictOn(row, result, new Date(), this.#options.graceSeconds));
        this.#pumpSoon();
      },
      () => !this.#hold.isOver,
    );
    return true;
  }

  #settle(row: Outgoing, { move, slowDown, unreachable, pauseReason, isAccountRefused }: Verdict): void {
    if (slowDown) this.#bucket.slowDown(performance.now());
    if (unreachable) this.#bucket.unreachable(performance.now());
    if (pauseReason !== undefined && row.campaignId !== null) {
      this.#stoppedCampaigns.set(row.campaignId, Date.now());
      this.#results.pause(row.campaignId, pauseReason);
    }
    if (isAccountRefused) this.#results.readAccountAnew();
    // Until it is known to be written, a claim that brings the row again is not a new one: the batch may come twice.
    if (move.state === "queued") this.#held.add(row.id);
    this.#results.add(row, move);
  }

  /** Not posted: the row goes back to the queue, due at once. */
  #giveBack(row: Outgoing): void {
    this.#settle(row, { move: giveBack(row, new Date()) });
  }

  /** Rows of campaigns that are not being sent any more go back, to wait for a resume or to be cancelled. */
  async #giveBackStopped(): Promise<void> {
    const { orgId, phoneNumberId } = this.#options;
    const sending = new Set(
      (await campaignsToSend(this.#services.db.system, orgId, phoneNumberId)).map((c) => c.campaignId),
    );
    const stopped = (row: Outgoing) => row.campaignId !== null && !sending.has(row.campaignId);
    for (const row of this.#queue.takeOut(stopped)) this.#giveBack(row);
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
    for (const row of this.#queue.takeOut(() => true)) this.#giveBack(row);
    while (this.#inFlight > 0 || !this.#results.empty) {
      await this.#results.flush();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await this.#hold.release().catch(() => undefined);
  }
}
