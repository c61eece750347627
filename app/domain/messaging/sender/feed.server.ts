import { type CampaignToSend, campaignsToSend } from "#app/domain/messaging/campaigns/toSend.server.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { claimDue, claimNew } from "./claims.server.ts";
import type { DispatcherOptions } from "./dispatcherOptions.ts";
import { nextDueMs } from "./nextDue.server.ts";
import { notifySoon } from "./notifySoon.server.ts";
import type { Outgoing } from "./outgoing.server.ts";
import type { OutgoingQueue } from "./outgoingQueue.ts";
import type { Pace } from "./pace.ts";
import type { ResultBuffer } from "./resultBuffer.server.ts";
import { finishIfDone } from "./results.server.ts";
import type { SendSources } from "./sources.server.ts";
import type { NumberTenure } from "./tenure.server.ts";
import { beginLease, leaseRange, recoverLeases } from "./work.server.ts";

/** State shared by feeding, posting and settling. */
interface Memory {
  tenure: NumberTenure;
  sources: SendSources;
  pace: Pace;
  queue: OutgoingQueue;
  results: ResultBuffer;
  /** Claimed or released rows, until their result is written. */
  held: Set<string>;
  /** Campaigns that are being paused from here, and since when. */
  stoppedCampaigns: Map<string, number>;
  /** Campaigns in quiet hours: their rows in memory are released. */
  quietCampaigns: Set<string>;
}

/**
 * How long the state of the number's campaigns is cached, while they have messages to send and otherwise; a
 * notification invalidates it earlier.
 */
const campaignsFreshMs = { sending: 3000, waiting: 15_000 };
/** The pause before the next claim, after one that left rows. */
const claimAgainMs = 250;
/** The pause after one that left none, while the number sends and otherwise: a notification may have been lost. */
const claimLaterMs = { sending: 1000, waiting: 5000 };
/** How long it is known that nothing else of the number will be due. */
const knownMs = 5000;

/** Brings what one number has to send into memory: rows that are due, and the next ranges of its campaigns. */
export class Feed {
  readonly #services: Services;
  readonly #options: DispatcherOptions;
  readonly #memory: Memory;
  #campaigns: CampaignToSend[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  /** When the pace of a campaign allows its next range. */
  #nextLeaseAt = Number.POSITIVE_INFINITY;
  /** When the next known row is due, and when rows were last claimed, in monotonic milliseconds. */
  #dueAt: number;
  #claimedAt = Number.NEGATIVE_INFINITY;
  #hasClaimed = false;
  /** When the next due row was last read. */
  #knownAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services, options: DispatcherOptions, memory: Memory) {
    this.#services = services;
    this.#options = options;
    this.#memory = memory;
    this.#dueAt = options.isDue ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }

  /** A second's worth, so that a crash leaves little in doubt. */
  get rangeSize(): number {
    return Math.min(2000, Math.max(20, Math.ceil(this.#perSecond)));
  }

  /** Half a second's worth: the next range is begun when less is ready to be posted. */
  get #fewRows(): number {
    return Math.min(this.rangeSize, Math.max(10, Math.ceil(this.#perSecond / 2)));
  }

  get #perSecond(): number {
    return this.#memory.sources.sender?.throughputPerSecond ?? 80;
  }

  /** There is a range to lease or to begin. */
  isLow(isExhausted: boolean): boolean {
    const { queue } = this.#memory;
    return (!isExhausted && queue.length < this.rangeSize) || queue.leaseToBegin(this.#fewRows) !== undefined;
  }

  /** Takes over what an earlier holder of the number left. */
  async recover(): Promise<void> {
    const { orgId, phoneNumberId, graceSeconds } = this.#options;
    const { tenure } = this.#memory;
    const left = { orgId, phoneNumberId, graceSeconds, dispatcher: tenure.holder };
    const inDoubt = await recoverLeases(this.#services.db, left);
    if (inDoubt === null) return tenure.lose();
    tenure.recovered();
    if (inDoubt > 0) notifySoon(this.#services, orgId);
    // What was not begun is due.
    this.dueIn(0);
  }

  /** A row of the number is due after so long. */
  dueIn(ms: number): void {
    this.#dueAt = Math.min(this.#dueAt, performance.now() + ms);
  }

  /** Claims what is due after a notice, or by what is known. */
  async claimOn(notice: "new" | "any" | null): Promise<void> {
    if (notice === "any" || this.#mayBeDue) await this.#claim();
    else if (notice === "new") await this.#claimNew();
  }

  /** Rows may be due: some are known to be, or a claim before this one found rows of which more may have become due. */
  get #mayBeDue(): boolean {
    const now = performance.now();
    const laterMs = claimLaterMs[this.#isSending ? "sending" : "waiting"];
    return now >= this.#dueAt || (this.#hasClaimed && now - this.#claimedAt > laterMs);
  }

  get #isSending(): boolean {
    const { queue, held } = this.#memory;
    return queue.length > 0 || held.size > 0 || this.#campaigns.length > 0;
  }

  /** What of the number is due next was read just before: since then only messages that it is notified of were queued. */
  get isKnown(): boolean {
    return this.#campaigns.length === 0 && performance.now() - this.#knownAt < knownMs;
  }

  /** Claims the rows that are due, if it ever did, and the last claim was not just before. */
  async claimOnce(): Promise<void> {
    if (this.#hasClaimed && performance.now() - this.#claimedAt > claimAgainMs) await this.#claim();
  }

  /** Claims single messages that were just queued. */
  async #claimNew(): Promise<void> {
    const { queue, held } = this.#memory;
    const singles = Math.max(0, 2 * this.rangeSize - queue.singles);
    this.#hasClaimed = true;
    const fresh = await claimNew(this.#services.db, { ...this.#options, singles, held });
    if (fresh.length === singles) this.dueIn(claimAgainMs);
    await this.#take(fresh);
  }

  async #claim(): Promise<void> {
    const { queue, held } = this.#memory;
    const size = this.rangeSize;
    this.#claimedAt = performance.now();
    this.#hasClaimed = true;
    this.#dueAt = Number.POSITIVE_INFINITY;
    const singles = Math.max(0, 2 * size - queue.singles);
    const retries = queue.retries.map((waiting) => Math.max(0, size - waiting));
    const fresh = await claimDue(this.#services.db, {
      ...this.#options,
      singles,
      retries,
      // Possibly delivered ones are resolved last.
      doubts: !this.#options.breaker.isOpen || queue.length === 0,
      ...(await this.#options.intake.read()),
      statusesSince: this.#options.statuses.since.get(this.#options.phoneNumberId) ?? null,
      held,
    });
    // As many as were wanted of one kind: there may be more.
    if (fresh.length > 0 && fresh.length >= Math.min(singles, ...retries)) this.dueIn(claimAgainMs);
    await this.#take(fresh);
  }

  async #take(fresh: readonly Outgoing[]): Promise<void> {
    if (fresh.length === 0) return;
    const { queue, held } = this.#memory;
    notifySoon(this.#services, this.#options.orgId);
    for (const row of fresh) held.add(row.id);
    await this.#load(fresh);
    queue.add(fresh);
  }

  /**
   * Reads what the number's campaigns have to send, and ends those that are done, whatever else the number sends. Returns
   * the ids of all that are being sent.
   */
  async readCampaigns(): Promise<Set<string>> {
    const { orgId, phoneNumberId } = this.#options;
    const { stoppedCampaigns, quietCampaigns } = this.#memory;
    const { system } = this.#services.db;
    this.#readAt = performance.now();
    this.#campaigns = await campaignsToSend(system, orgId, phoneNumberId);
    const leases = this.#campaigns.flatMap(({ nextLeaseMs }) => nextLeaseMs ?? []);
    this.#nextLeaseAt = performance.now() + Math.min(Number.POSITIVE_INFINITY, ...leases);
    for (const { campaignId, done, quiet } of this.#campaigns) {
      if (quiet) quietCampaigns.add(campaignId);
      else quietCampaigns.delete(campaignId);
      if (done) await finishIfDone(this.#services, orgId, campaignId);
      // Still being sent some seconds after its pause was asked for: it was resumed.
      if (performance.now() - (stoppedCampaigns.get(campaignId) ?? 0) > 3000)
        stoppedCampaigns.delete(campaignId);
    }
    return new Set(this.#campaigns.map(({ campaignId }) => campaignId));
  }

  /** The campaign is being paused, or in quiet hours. */
  isHeldBack(campaignId: string): boolean {
    const { stoppedCampaigns, quietCampaigns } = this.#memory;
    return stoppedCampaigns.has(campaignId) || quietCampaigns.has(campaignId);
  }

  /** Begins a range that was read ahead, when there is little left to post. Returns whether it did. */
  async #beginNext(): Promise<boolean> {
    const { tenure, queue } = this.#memory;
    const leaseId = queue.leaseToBegin(this.#fewRows);
    if (leaseId === undefined) return false;
    const lease = { orgId: this.#options.orgId, leaseId, dispatcher: tenure.holder };
    const isOurs = await beginLease(this.#services.db.system, lease);
    if (isOurs) queue.begin(leaseId);
    else {
      // A successor has decided about its rows.
      queue.drop(leaseId);
      tenure.lose();
    }
    return isOurs;
  }

  /** Leases or begins the next range: `enough` while more is in memory than goes out for a while, `none` when there is nothing to lease. */
  async leaseNext(): Promise<"leased" | "enough" | "none"> {
    const { orgId, phoneNumberId } = this.#options;
    const { tenure, queue, results } = this.#memory;
    if (this.#isStale) await this.readCampaigns();
    if (await this.#beginNext()) return "leased";
    if (tenure.isOver) return "none";
    const next = this.#nextCampaign;
    if (!next) return "none";
    if (queue.lengthThrough(next.lane) >= 2 * this.rangeSize) return "enough";
    const leaseId = newId("lse");
    const isBegun = queue.lengthThrough(next.lane) < this.#fewRows;
    const range = await leaseRange(this.#services.db, {
      orgId,
      phoneNumberId,
      campaignId: next.campaignId,
      size: this.rangeSize,
      dispatcher: tenure.holder,
      leaseId,
      isBegun,
    });
    next.more = range?.more ?? false;
    if (!range) return "none";
    await this.#load(range.rows);
    results.expect(leaseId, range.rows.length);
    if (isBegun) queue.add(range.rows);
    else queue.addAhead(leaseId, range.rows);
    return "leased";
  }

  get #isStale(): boolean {
    const now = performance.now();
    const isSending = this.#memory.queue.length > 0 || this.#campaigns.some(({ more }) => more);
    const freshMs = campaignsFreshMs[isSending ? "sending" : "waiting"];
    return now - this.#readAt > freshMs || now >= this.#nextLeaseAt;
  }

  get #nextCampaign(): CampaignToSend | undefined {
    const { stoppedCampaigns } = this.#memory;
    return this.#campaigns.find(({ more, campaignId }) => more && !stoppedCampaigns.has(campaignId));
  }

  /** Milliseconds until the number has something to send, as far as is known; null when nothing is. */
  async nextWorkMs(): Promise<number | null> {
    if (!this.isKnown) await this.#readNextWork();
    const times = [
      this.#dueAt - performance.now(),
      ...this.#campaigns.flatMap(({ nextLeaseMs }) => nextLeaseMs ?? []),
      // It was locked by another transaction.
      ...(this.#nextCampaign ? [claimAgainMs] : []),
    ].filter(Number.isFinite);
    return times.length > 0 ? Math.max(0, Math.min(...times)) : null;
  }

  async #readNextWork(): Promise<void> {
    const { orgId, phoneNumberId } = this.#options;
    const { system } = this.#services.db;
    this.#knownAt = performance.now();
    await this.readCampaigns();
    // Numbers not postponed here are left to the search for numbers with work.
    if (!this.#hasClaimed && !Number.isFinite(this.#dueAt)) return;
    const dueMs = await nextDueMs(system, orgId, phoneNumberId);
    if (dueMs !== null) this.dueIn(Math.max(claimAgainMs, dueMs));
  }

  async #load(rows: readonly Outgoing[]): Promise<void> {
    const { sources, pace } = this.#memory;
    await sources.load(rows);
    pace.allow(sources.sender?.throughputPerSecond);
  }
}
