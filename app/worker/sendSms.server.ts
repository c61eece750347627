import { smsChannel } from "#app/domain/messaging/sms/channel.ts";
import { type ClaimedSms, claimDueSms, type SmsKind } from "#app/domain/messaging/smsSender/claim.server.ts";
import { nextSmsAt } from "#app/domain/messaging/smsSender/next.server.ts";
import { sendSms } from "#app/domain/messaging/smsSender/send.server.ts";
import { sweepCampaign } from "#app/domain/messaging/smsSender/sweep.server.ts";
import type { Services } from "#app/platform/context.ts";
import { withoutValues } from "#app/platform/run/describeError.ts";
import { createAlarm } from "./alarm.ts";
import { restMs } from "./restMs.ts";

const afterErrorMs = 500;
const atOnce = 200;
/** What is claimed is sent within this time, which is shorter than a claim. */
const backlogSeconds = 10;
/** The share of it that campaigns may fill: codes are sent within seconds, and a crash leaves few SMS in doubt. */
const shareOfCampaigns = 0.1;

/** Sends all due SMS once, for tests. Returns their number. */
export async function sendDueSms(services: Services): Promise<number> {
  while ((await sweepCampaign(services)) > 0);
  const claimed = [
    ...(await claimDueSms(services, atOnce, "single")),
    ...(await claimDueSms(services, atOnce, "campaign")),
  ];
  await Promise.all(claimed.map((each) => sendSms(services, each)));
  return claimed.length;
}

/** When each account may be called next, in milliseconds of `performance.now`. */
class Pace {
  readonly #nextAt = new Map<string, number>();
  readonly #stepMs: number;
  constructor(perSecond: number) {
    this.#stepMs = 1000 / perSecond;
  }

  /** Resolves when it is the turn of one more call. */
  async turn(account: string): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#nextAt.get(account) ?? 0);
    this.#nextAt.set(account, at + this.#stepMs);
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  }
}

const accountKey = ({ settings }: ClaimedSms) =>
  settings.account === "platform" ? "platform" : settings.orgId;

/** The calls of one kind that are under way. */
interface Lane {
  of: SmsKind;
  most: number;
  underWay: Set<Promise<void>>;
}

const isFull = ({ most, underWay }: Lane): boolean => underWay.size >= most;

class SmsSender {
  readonly #services: Services;
  readonly #lanes: readonly Lane[];
  readonly #pace: Pace;
  readonly #alarm = createAlarm();
  readonly #unlisten: () => void;
  readonly #done: Promise<void>;
  #stopped = false;

  constructor(services: Services) {
    const { perSecond } = services.config.sms;
    const most = Math.min(atOnce, Math.max(1, Math.floor(perSecond * backlogSeconds)));
    this.#services = services;
    this.#lanes = [
      { of: "single", most, underWay: new Set() },
      { of: "campaign", most: Math.max(1, Math.floor(most * shareOfCampaigns)), underWay: new Set() },
    ];
    this.#pace = new Pace(perSecond);
    this.#unlisten = services.db.listen(smsChannel, this.#alarm.wake);
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unlisten();
    this.#alarm.wake();
    await this.#done;
    await Promise.all(this.#lanes.flatMap(({ underWay }) => [...underWay]));
  }

  async #run(): Promise<void> {
    const services = this.#services;
    while (!this.#stopped)
      try {
        const claimed = await Promise.all(this.#lanes.map((lane) => this.#claim(lane)));
        const swept = await sweepCampaign(services);
        if (swept === 0 && claimed.every((any) => !any)) await this.#rest();
      } catch (error) {
        services.log.warn({ err: withoutValues(error) }, "SMS sender");
        await this.#alarm.sleep(afterErrorMs);
      }
  }

  /** Begins to send as many as a lane has room for. Returns whether there may be more. */
  async #claim(lane: Lane): Promise<boolean> {
    if (isFull(lane)) return false;
    const claimed = await claimDueSms(this.#services, lane.most - lane.underWay.size, lane.of);
    for (const each of claimed) this.#begin(lane, each);
    return claimed.length > 0 && !isFull(lane);
  }

  async #rest(): Promise<void> {
    const nextAt = this.#lanes.some(isFull) ? null : await nextSmsAt(this.#services);
    await this.#alarm.sleep(restMs(nextAt, this.#services.clock.now()));
  }

  /** A full lane claims again when half of it is free. */
  #begin(lane: Lane, claimed: ClaimedSms): void {
    const { underWay, most } = lane;
    const work = this.#deliver(claimed).finally(() => {
      underWay.delete(work);
      if (underWay.size === Math.floor(most / 2)) this.#alarm.wake();
    });
    underWay.add(work);
  }

  async #deliver(claimed: ClaimedSms): Promise<void> {
    try {
      await this.#pace.turn(accountKey(claimed));
      await sendSms(this.#services, claimed);
    } catch (error) {
      // Its claim ends later.
      this.#services.log.warn({ err: withoutValues(error), smsId: claimed.sms.id }, "SMS");
    }
  }
}

/** Sends SMS as they become due. Safe in any number of processes. */
export const startSmsSender = (services: Services): { stop(): Promise<void> } =>
  new SmsSender({ ...services, db: services.db.for("jobs") });
