import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { claimDue } from "./claims.server.ts";
import type { DispatcherOptions } from "./dispatcher.server.ts";
import type { NumberHold } from "./hold.server.ts";
import type { OutgoingQueue } from "./outgoingQueue.ts";
import type { Pace } from "./pace.ts";
import type { ResultBuffer } from "./resultBuffer.server.ts";
import { finishIfDone } from "./results.server.ts";
import type { SendSources } from "./sources.server.ts";
import { campaignsToSend, leaseRange, type Outgoing } from "./work.server.ts";

/** What feeding shares with posting and settling. */
interface Memory {
  hold: NumberHold;
  sources: SendSources;
  pace: Pace;
  queue: OutgoingQueue;
  results: ResultBuffer;
  /** Rows that were claimed or are given back, until their result is written. */
  held: Set<string>;
  /** Campaigns that are being paused from here, and since when. */
  stoppedCampaigns: Map<string, number>;
  /** Campaigns that quiet hours hold: what is in memory of them goes back. */
  quietCampaigns: Set<string>;
}

/** Brings what one number has to send into memory: rows that are due, and the next ranges of its campaigns. */
export class Feed {
  readonly #services: Services;
  readonly #options: DispatcherOptions;
  readonly #memory: Memory;

  constructor(services: Services, options: DispatcherOptions, memory: Memory) {
    this.#services = services;
    this.#options = options;
    this.#memory = memory;
  }

  /** A second's worth, so that a crash leaves little in doubt. */
  get rangeSize(): number {
    const { sender } = this.#memory.sources;
    return Math.min(2000, Math.max(20, Math.ceil(sender?.throughputPerSecond ?? 80)));
  }

  async claim(): Promise<void> {
    const { queue, held } = this.#memory;
    const size = this.rangeSize;
    const fresh = await claimDue(this.#services.db.system, {
      ...this.#options,
      singles: Math.max(0, 2 * size - queue.singles),
      retries: queue.retries.map((waiting) => Math.max(0, size - waiting)),
      // Who may have got it already is asked about last.
      doubts: !this.#options.breaker.isOpen || queue.length === 0,
      ...(await this.#options.door.look()),
      held,
    });
    if (fresh.length === 0) return;
    for (const row of fresh) held.add(row.id);
    await this.#load(fresh);
    queue.add(fresh);
  }

  /**
   * Ends campaigns that are done, whatever else the number sends, and leases the next range. False when there is none to
   * lease now.
   */
  async leaseNext(): Promise<boolean> {
    const { orgId, phoneNumberId } = this.#options;
    const { hold, queue, results, stoppedCampaigns, quietCampaigns } = this.#memory;
    const campaigns = await campaignsToSend(this.#services.db.system, orgId, phoneNumberId);
    for (const { campaignId, done, quiet } of campaigns) {
      if (quiet) quietCampaigns.add(campaignId);
      else quietCampaigns.delete(campaignId);
      if (done) await finishIfDone(this.#services, orgId, campaignId);
      // Still being sent some seconds after its pause was asked for: it was resumed.
      if (Date.now() - (stoppedCampaigns.get(campaignId) ?? 0) > 3000) stoppedCampaigns.delete(campaignId);
    }
    const next = campaigns.find(({ more, campaignId }) => more && !stoppedCampaigns.has(campaignId));
    if (!next || queue.lengthThrough(next.lane) >= 2 * this.rangeSize) return false;
    const leaseId = newId("lse");
    const range = await leaseRange(this.#services.db.system, {
      orgId,
      campaignId: next.campaignId,
      size: this.rangeSize,
      dispatcher: hold.holder,
      leaseId,
    });
    if (!range) return false;
    await this.#load(range.rows);
    results.expect(leaseId, range.rows.length);
    queue.add(range.rows);
    return true;
  }

  async #load(rows: readonly Outgoing[]): Promise<void> {
    const { sources, pace } = this.#memory;
    await sources.load(rows);
    pace.allow(sources.sender?.throughputPerSecond);
  }
}
