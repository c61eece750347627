import { laneOf } from "#app/domain/messaging/campaigns/lanes.ts";
import type { Services } from "#app/platform/context.ts";
import { Alarm } from "./alarm.ts";
import { composeOrRefuse } from "./compose.server.ts";
import type { Turn } from "./connections.ts";
import type { DispatcherOptions } from "./dispatcherOptions.ts";
import { Feed } from "./feed.server.ts";
import type { Outgoing } from "./outgoing.server.ts";
import { OutgoingQueue } from "./outgoingQueue.ts";
import { Pace } from "./pace.ts";
import { post } from "./post.server.ts";
import { ResultBuffer } from "./resultBuffer.server.ts";
import { SendMinutes } from "./sendMinutes.server.ts";
import { SendSources } from "./sources.server.ts";
import type { NumberTenure } from "./tenure.server.ts";
import { requeue, type Verdict, verdictOn } from "./verdict.ts";

/** A number is kept while something of it is due within this time. */
const keepMs = 5000;
/** A number is kept for so long after its last message: the next one is claimed without a search for work. */
const keepIdleMs = 3000;
/** No frequent polling: responses, notifications and due times wake a dispatcher. */
const restMs = 1000;

/**
 * Sends everything that one phone number has to send, while it holds the right to that number. Rows come in leased
 * ranges and single claims, go out as fast as the number's token bucket allows, and their results are written in batches.
 */
export class Dispatcher {
  readonly done: Promise<void>;
  readonly #services: Services;
  readonly #options: DispatcherOptions;
  readonly #tenure: NumberTenure;
  readonly #minutes: SendMinutes;
  /** Claimed or released rows, until their result is written: a claim that returns one is not new. */
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
  /** `new`: only messages were queued. */
  #notice: "new" | "any" | null = null;
  #activeAt = performance.now();
  readonly #alarm = new Alarm();

  constructor(services: Services, options: DispatcherOptions) {
    this.#services = services;
    this.#options = options;
    this.#tenure = options.tenure;
    const { holder } = this.#tenure;
    this.#turn = { orgId: options.orgId, lane: () => this.#nextLane(), post: () => this.#takeTurn() };
    this.#pace = new Pace(options.breaker);
    this.#path = `${services.graph.pathPrefix}/${options.phoneNumberId}/messages`;
    this.#sources = new SendSources(services, options.orgId, options.phoneNumberId);
    this.#minutes = new SendMinutes(services, options);
    this.#results = new ResultBuffer(services, options.writer, { ...options, holder }, (written) => {
      for (const { id } of written) this.#held.delete(id);
      this.#pump();
      this.#alarm.wake();
    });
    this.#feed = new Feed(services, options, {
      tenure: this.#tenure,
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

  /** Something changed for this number: claim at once. `isOfNew`: only messages were queued. */
  notify(isOfNew = false): void {
    this.#notice = isOfNew && this.#notice !== "any" ? "new" : "any";
    this.#alarm.wake();
  }

  /** Something changed after its last claim. */
  get isNotified(): boolean {
    return this.#notice !== null;
  }

  /** Its right to the number ended so long ago that it must be hanging. */
  get isLost(): boolean {
    return this.#tenure.isLongOver;
  }

  /** Stops posting, releases what was not posted, waits for responses in flight. */
  stop(): Promise<void> {
    this.#stopping = true;
    this.#alarm.wake();
    return this.done;
  }

  async #run(): Promise<void> {
    const { log } = this.#services;
    const { phoneNumberId, hasLeftovers } = this.#options;
    try {
      if (hasLeftovers) await this.#feed.recover();
      while (!this.#stopping && !this.#tenure.isOver) {
        this.#tenure.touch();
        const notice = this.#notice;
        this.#notice = null;
        if (notice === "any") await this.#giveBackStopped();
        await this.#feed.claimOn(notice);
        await this.#lease();
        this.#options.onStarted();
        await this.#minutes.write();
        const sleepMs = this.#isBusy || this.#notice ? restMs : await this.#idleMs();
        if (sleepMs === null) break;
        if (!this.#notice) await this.#alarm.sleep(sleepMs);
      }
    } catch (error) {
      log.warn({ err: error, phoneNumberId }, "sender stopped for this number; it starts again");
    } finally {
      this.#options.onStarted();
      await this.#end();
    }
  }

  /** Also while there is enough in memory: a campaign of an earlier lane goes before all that. */
  async #lease(): Promise<void> {
    const isHeldBack = ({ campaignId }: Outgoing) => campaignId !== null && this.#feed.isHeldBack(campaignId);
    if (this.#stoppedCampaigns.size + this.#quietCampaigns.size > 0)
      for (const row of this.#queue.takeOut(isHeldBack)) this.#giveBack(row);
    let leased: Awaited<ReturnType<Feed["leaseNext"]>>;
    do {
      leased = await this.#feed.leaseNext();
      this.#exhausted = leased === "none";
      this.#pump();
    } while (!this.#stopping && leased === "leased" && !this.#tenure.isOver);
  }

  get #isBusy(): boolean {
    return this.#queue.length > 0 || this.#inFlight > 0 || !this.#results.empty;
  }

  /** How long it may rest with nothing to send; null when the number is no longer needed. */
  async #idleMs(): Promise<number | null> {
    if (!this.#feed.isKnown) await this.#feed.claimOnce();
    if (this.#isBusy || this.#notice) return 0;
    const nextMs = await this.#feed.nextWorkMs();
    if (this.#isBusy || this.#notice) return 0;
    if (nextMs !== null && nextMs <= keepMs) return nextMs;
    const keptMs = this.#activeAt + keepIdleMs - performance.now();
    return keptMs > 0 ? keptMs : null;
  }

  /** Posts as much as tokens, connections and unwritten results allow. Called whenever one of them changes. */
  #pump(): void {
    const { connections, maxInFlight } = this.#options;
    for (
      let lane = this.#nextLane();
      lane !== null && connections.take(this.#turn, lane);
      lane = this.#nextLane()
    )
      this.#postNext();
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
    if (this.#feed.isLow(this.#exhausted)) this.#alarm.wake();
  }

  #takeTurn(): void {
    this.#postNext();
    this.#pump();
  }

  /** The lane of what may be posted now; null when nothing may. */
  #nextLane(): number | null {
    // Asked several times for each message: what is known without a clock comes first.
    if (this.#stopping || this.#inFlight >= this.#options.maxInFlight || this.#results.full) return null;
    const lane = this.#queue.nextLane;
    return lane === null || this.#pace.waitMs > 0 || !this.#tenure.mayPost ? null : lane;
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

  /** Posts once for all responses of this turn, after the last of them has freed its connection. */
  #pumpSoon(): void {
    this.#pumpNext ??= setImmediate(() => {
      this.#pumpNext = undefined;
      this.#pump();
      // No pending result would wake them.
      if (this.#inFlight === 0 && this.#queue.length === 0) void this.#results.flush();
    });
  }

  /** Posts one message, or settles it without a post. True when a post left. */
  #send(row: Outgoing): boolean {
    const at = this.#services.clock.now();
    if (row.campaignId !== null && this.#feed.isHeldBack(row.campaignId)) {
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
          verdictOn(row, result, this.#services.clock.now(), graceSeconds, breaker),
        );
        if (verdict.isOutage) breaker.failed(row.id);
        else breaker.answered();
        this.#settle(row, verdict);
        this.#pumpSoon();
      },
      () => this.#tenure.mayPost,
    );
    return true;
  }

  #settle(row: Outgoing, { move, slowDown, pauseReason, isAccountRefused }: Verdict): void {
    this.#activeAt = performance.now();
    if (slowDown) this.#pace.slowDown();
    if (pauseReason !== undefined && row.campaignId !== null) {
      this.#stoppedCampaigns.set(row.campaignId, performance.now());
      this.#results.pause(row.campaignId, pauseReason);
    }
    if (isAccountRefused) this.#results.rereadAccount();
    // Until it is known to be written, a claim that brings the row again is not a new one: the batch may come twice.
    if (move.state === "queued") this.#held.add(row.id);
    if (move.dueAt) this.#feed.dueIn(move.dueAt.getTime() - move.at.getTime());
    this.#results.add(row, move);
  }

  /** Not posted: the row goes back to the queue, due at once. */
  #giveBack(row: Outgoing): void {
    this.#settle(row, { move: requeue(row, this.#services.clock.now()) });
  }

  /** Rows of stopped campaigns are released, to wait for a resume or to be cancelled. */
  async #giveBackStopped(): Promise<void> {
    const sending = await this.#feed.readCampaigns();
    const stopped = (row: Outgoing) => row.campaignId !== null && !sending.has(row.campaignId);
    for (const row of this.#queue.takeOut(stopped)) this.#giveBack(row);
  }

  async #end(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#pumpTimer);
    this.#options.connections.leave(this.#turn);
    for (const row of this.#queue.takeOut(() => true)) this.#giveBack(row);
    while (this.#inFlight > 0 || !this.#results.empty) {
      this.#tenure.touch();
      await this.#results.flush();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await this.#minutes.write({ now: true });
    await this.#options.tenures.release(this.#tenure);
  }
}
