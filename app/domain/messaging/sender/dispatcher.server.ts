import type { Services } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { Alarm } from "./alarm.ts";
import type { Breaker } from "./breaker.ts";
import { composeOrRefuse } from "./compose.server.ts";
import type { Connections, Turn } from "./connections.ts";
import type { DoorWatch } from "./doorWatch.server.ts";
import { Feed } from "./feed.server.ts";
import { NumberHold } from "./hold.server.ts";
import { laneOf } from "./lanes.ts";
import { OutgoingQueue } from "./outgoingQueue.ts";
import { Pace } from "./pace.ts";
import { post } from "./post.server.ts";
import { ResultBuffer } from "./resultBuffer.server.ts";
import { SendMinutes } from "./sendMinutes.server.ts";
import { SendSources } from "./sources.server.ts";
import { giveBack, type Verdict, verdictOn } from "./verdict.ts";
import { campaignsToSend, type Outgoing, recoverLeases } from "./work.server.ts";

const dueEveryMs = 250;
const idleBeforeReleaseMs = 5000;
const loopEveryMs = 50;

export interface DispatcherOptions {
  orgId: OrgId;
  phoneNumberId: string;
  processId: string;
  graceSeconds: number;
  /** How many requests may be under way at once. */
  maxInFlight: number;
  /** Of the whole process. */
  connections: Connections;
  door: DoorWatch;
  /** Of this number, beyond the life of one dispatcher. */
  breaker: Breaker;
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
  readonly #minutes: SendMinutes;
  /** Rows that were claimed or are given back, until their result is written: a claim that brings one is not new. */
  readonly #held = new Set<string>();
  readonly #sources: SendSources;
  readonly #pace: Pace;
  readonly #queue = new OutgoingQueue((row) =>
    laneOf(row.type === "template" ? (this.#sources.template(row.templateId)?.category ?? "") : null),
  );
  readonly #turn: Turn;
  readonly #path: string;
  #inFlight = 0;
  readonly #results: ResultBuffer;
  readonly #feed: Feed;
  /** Campaigns that are being paused from here, and since when. */
  readonly #stoppedCampaigns = new Map<string, number>();
  readonly #quietCampaigns = new Set<string>();
  #pumpTimer: NodeJS.Timeout | undefined;
  #pumpNext: NodeJS.Immediate | undefined;
  #stopping = false;
  #exhausted = false;
  #lookNow = true;
  readonly #alarm = new Alarm();

  constructor(services: Services, options: DispatcherOptions) {
    this.#services = services;
    this.#options = options;
    // Of this instance alone: what an earlier one of the same process left is recovered like a stranger's.
    const holder = `${options.processId}.${newId("lse")}`;
    this.#turn = { orgId: options.orgId, lane: () => this.#nextLane(), post: () => this.#takeTurn() };
    this.#pace = new Pace(options.breaker);
    this.#path = `${services.graph.pathPrefix}/${options.phoneNumberId}/messages`;
    this.#hold = new NumberHold(services.db.system, options, holder);
    this.#sources = new SendSources(services, options.orgId, options.phoneNumberId);
    this.#minutes = new SendMinutes(services, options);
    this.#results = new ResultBuffer(services, { ...options, holder }, (written) => {
      for (const { id } of written) this.#held.delete(id);
      this.#pump();
      this.#alarm.wake();
    });
    this.#feed = new Feed(services, options, {
      hold: this.#hold,
      sources: this.#sources,
      pace: this.#pace,
      queue: this.#queue,
      results: this.#results,
      held: this.#held,
      stoppedCampaigns: this.#stoppedCampaigns,
      quietCampaigns: this.#quietCampaigns,
    });
    this.done = this.#run();
  }

  /** Something changed for this number: look at once. */
  notify(): void {
    this.#lookNow = true;
    this.#alarm.wake();
  }

  /** Its right to the number ended so long ago that it must be hanging. */
  get isLost(): boolean {
    return this.#hold.isLongOver;
  }

  /** Stops posting, gives back what was not posted, waits for the answers that are under way. */
  stop(): Promise<void> {
    this.#stopping = true;
    this.#alarm.wake();
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
        const isDue = look || performance.now() - dueAt > dueEveryMs;
        if (isDue) {
          dueAt = performance.now();
          await this.#feed.claim();
        }
        this.#exhausted = false;
        // Rows may leave as fast as they come, for as long as a campaign lasts; the hold must be renewed meanwhile. Now and
        // then also while there is enough in memory: a campaign of an earlier lane goes before all that.
        while (!this.#stopping && !this.#exhausted && !this.#hold.isDueForRenewal && (isDue || this.#isLow)) {
          this.#exhausted = !(await this.#feed.leaseNext());
          this.#pump();
        }
        this.#pump();
        await this.#minutes.write();
        const busy = this.#queue.length > 0 || this.#inFlight > 0 || !this.#results.empty;
        if (busy) idleSince = Date.now();
        else if (Date.now() - idleSince > idleBeforeReleaseMs) break;
        await this.#alarm.sleep(loopEveryMs);
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

  get #isLow(): boolean {
    return this.#queue.length < 2 * this.#feed.rangeSize;
  }

  /** Posts as much as tokens, connections and unwritten results allow. Called whenever one of them changes. */
  #pump(): void {
    const { connections, maxInFlight } = this.#options;
    while (this.#nextLane() !== null && connections.take(this.#turn)) this.#postNext();
    const { waitMs } = this.#pace;
    const isPaced = waitMs > 0 && this.#queue.length > 0 && this.#inFlight < maxInFlight;
    if (isPaced && !this.#stopping) {
      this.#pumpTimer ??= setTimeout(
        () => {
          this.#pumpTimer = undefined;
          this.#pump();
        },
        Math.max(1, waitMs),
      );
    }
    if (!this.#exhausted && this.#queue.length < this.#feed.rangeSize) this.#alarm.wake();
  }

  #takeTurn(): void {
    this.#postNext();
    this.#pump();
  }

  /** The lane of what may be posted now; null when nothing may. */
  #nextLane(): number | null {
    if (this.#stopping || this.#hold.isOver || this.#results.full) return null;
    if (this.#inFlight >= this.#options.maxInFlight || this.#pace.waitMs > 0) return null;
    return this.#queue.nextLane;
  }

  /** Posts the next row by the connection that is ours; what cannot be posted is settled on the way. */
  #postNext(): void {
    for (let row = this.#queue.take(); row; row = this.#queue.take()) {
      if (!this.#send(row)) continue;
      this.#pace.left();
      return;
    }
    this.#options.connections.release();
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
    if (row.campaignId !== null && this.#mayNotLeave(row.campaignId)) {
      this.#giveBack(row);
      return false;
    }
    const { sender } = this.#sources;
    const template = this.#sources.template(row.templateId);
    const composed = composeOrRefuse(row, sender, template, at, this.#sources);
    if ("refusal" in composed) {
      this.#settle(row, composed.refusal);
      return false;
    }
    this.#inFlight += 1;
    this.#minutes.posted(laneOf(row.type === "template" ? (template?.category ?? "") : null), at);
    const { breaker, connections, graceSeconds } = this.#options;
    post(
      this.#services.graph.sendingPool,
      this.#path,
      this.#sources.headers,
      composed.body,
      (result) => {
        this.#inFlight -= 1;
        connections.release();
        const verdict = this.#sources.withFiles(
          row,
          verdictOn(row, result, new Date(), graceSeconds, breaker),
        );
        if (verdict.isOutage) breaker.failed(row.id);
        else breaker.answered();
        this.#settle(row, verdict);
        this.#pumpSoon();
      },
      () => !this.#hold.isOver,
    );
    return true;
  }

  #mayNotLeave = (campaignId: string) =>
    this.#stoppedCampaigns.has(campaignId) || this.#quietCampaigns.has(campaignId);

  #settle(row: Outgoing, { move, slowDown, pauseReason, isAccountRefused }: Verdict): void {
    if (slowDown) this.#pace.slowDown();
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

  async #end(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#pumpTimer);
    this.#options.connections.leave(this.#turn);
    for (const row of this.#queue.takeOut(() => true)) this.#giveBack(row);
    while (this.#inFlight > 0 || !this.#results.empty) {
      await this.#results.flush();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await this.#minutes.write({ now: true });
    await this.#hold.release().catch(() => undefined);
  }
}
