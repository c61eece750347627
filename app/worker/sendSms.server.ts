import { smsChannel } from "#app/domain/messaging/sms/channel.ts";
import { type ClaimedSms, claimDueSms } from "#app/domain/messaging/smsSender/claim.server.ts";
import { nextSmsAt } from "#app/domain/messaging/smsSender/next.server.ts";
import { sendSms } from "#app/domain/messaging/smsSender/send.server.ts";
import type { Services } from "#app/platform/context.ts";
import { withoutValues } from "#app/platform/run/describeError.ts";
import { createAlarm } from "./alarm.ts";
import { restMs } from "./restMs.ts";

const afterErrorMs = 500;
const atOnce = 200;
/** What is claimed is sent within this time, which is shorter than a claim. */
const backlogSeconds = 10;

/** Sends all due SMS once, for tests. Returns their number. */
export async function sendDueSms(services: Services): Promise<number> {
  const claimed = await claimDueSms(services, atOnce);
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

class SmsSender {
  readonly #services: Services;
  readonly #most: number;
  readonly #pace: Pace;
  readonly #underWay = new Set<Promise<void>>();
  readonly #alarm = createAlarm();
  readonly #unlisten: () => void;
  readonly #done: Promise<void>;
  #stopped = false;

  constructor(services: Services) {
    const { perSecond } = services.config.sms;
    this.#services = services;
    this.#most = Math.min(atOnce, Math.max(1, Math.floor(perSecond * backlogSeconds)));
    this.#pace = new Pace(perSecond);
    this.#unlisten = services.db.listen(smsChannel, this.#alarm.wake);
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unlisten();
    this.#alarm.wake();
    await this.#done;
    await Promise.all(this.#underWay);
  }

  async #run(): Promise<void> {
    const services = this.#services;
    while (!this.#stopped)
      try {
        const room = this.#most - this.#underWay.size;
        const claimed = room > 0 ? await claimDueSms(services, room) : [];
        for (const each of claimed) this.#begin(each);
        if (claimed.length === 0 || this.#isFull) await this.#rest();
      } catch (error) {
        services.log.warn({ err: withoutValues(error) }, "SMS sender");
        await this.#alarm.sleep(afterErrorMs);
      }
  }

  get #isFull(): boolean {
    return this.#underWay.size >= this.#most;
  }

  async #rest(): Promise<void> {
    const nextAt = this.#isFull ? null : await nextSmsAt(this.#services);
    await this.#alarm.sleep(restMs(nextAt, this.#services.clock.now()));
  }

  #begin(claimed: ClaimedSms): void {
    const work = this.#deliver(claimed).finally(() => {
      const wasFull = this.#isFull;
      this.#underWay.delete(work);
      if (wasFull) this.#alarm.wake();
    });
    this.#underWay.add(work);
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
