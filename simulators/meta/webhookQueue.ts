import { Agent, request } from "undici";
import type { Faults } from "./faults.ts";
import type { ResolvedOptions } from "./options.ts";
import { signature } from "./webhookBody.ts";

export interface Notification {
  url: string;
  body: string;
  phoneNumberId?: string;
  /** Milliseconds since the epoch. */
  firstAt: number;
  attempts: number;
}

interface Destination {
  ready: Notification[];
  /** Index of the next one in `ready`: taking from the front stays cheap in a long queue. */
  head: number;
  underWay: number;
}

const MAX_HOLD_MS = 1_500;

/**
 * Delivers notifications: some at once per callback URL, retried with growing pauses until the receiver
 * returns 200 (facts/whatsapp-cloud-api.md §4.2). Nothing is dropped before `retryForMs`.
 */
export class WebhookQueue {
  private readonly options: ResolvedOptions;
  private readonly faults: Faults;
  private readonly appSecret: () => string;
  private readonly begun: (notification: Notification) => void;
  private readonly changed: () => void;
  private readonly agent: Agent;
  private readonly destinations = new Map<string, Destination>();
  /** Notifications that wait for their next attempt, with their timer. */
  private readonly waiting = new Map<Notification, unknown>();
  private readonly underWay = new Set<Notification>();
  private closed = false;
  delivered = 0;
  failedAttempts = 0;

  /** `begun` is called with each notification before it is sent, `changed` whenever the open ones change. */
  constructor(
    options: ResolvedOptions,
    faults: Faults,
    appSecret: () => string,
    begun: (notification: Notification) => void,
    changed: () => void,
  ) {
    this.options = options;
    this.faults = faults;
    this.appSecret = appSecret;
    this.begun = begun;
    this.changed = changed;
    this.agent = new Agent({
      connections: options.webhooks.concurrency,
      connect: { timeout: options.webhooks.timeoutMs },
    });
  }

  /**
   * Queues one notification; under `webhook-duplicate` three times, under `webhook-shuffle` at a random later
   * time.
   */
  enqueue(url: string, body: string, phoneNumberId?: string): void {
    const copies = this.faults.strike("webhook-duplicate", phoneNumberId) ? 3 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const notification: Notification = { url, body, firstAt: this.options.clock.now(), attempts: 0 };
      if (phoneNumberId !== undefined) notification.phoneNumberId = phoneNumberId;
      this.begun(notification);
      if (this.faults.strike("webhook-shuffle", phoneNumberId))
        this.wait(notification, Math.random() * MAX_HOLD_MS);
      else this.push(notification);
    }
    this.changed();
  }

  restore(notifications: readonly Notification[]): void {
    for (const notification of notifications) this.push(notification);
  }

  /** All unconfirmed notifications. */
  pending(): Notification[] {
    const ready = [...this.destinations.values()].flatMap((destination) =>
      destination.ready.slice(destination.head),
    );
    return [...this.underWay, ...ready, ...this.waiting.keys()];
  }

  pendingCount(): number {
    let ready = 0;
    for (const destination of this.destinations.values())
      ready += destination.ready.length - destination.head;
    return this.underWay.size + this.waiting.size + ready;
  }

  /** More notifications wait for their turn than are under way. */
  get isBusy(): boolean {
    const { concurrency } = this.options.webhooks;
    return [...this.destinations.values()].some(({ ready, head }) => ready.length - head > concurrency);
  }

  /** Retries all waiting notifications now. */
  retryNow(): void {
    for (const [notification, timer] of [...this.waiting]) {
      this.options.clock.clearTimeout(timer);
      this.waiting.delete(notification);
      this.push(notification);
    }
  }

  clear(): void {
    for (const timer of this.waiting.values()) this.options.clock.clearTimeout(timer);
    this.waiting.clear();
    this.destinations.clear();
  }

  /** Stops; pending ones stay listed by `pending()`. */
  async close(): Promise<void> {
    this.closed = true;
    for (const timer of this.waiting.values()) this.options.clock.clearTimeout(timer);
    await this.agent.destroy();
  }

  private push(notification: Notification): void {
    const destination = this.destinations.get(notification.url) ?? { ready: [], head: 0, underWay: 0 };
    this.destinations.set(notification.url, destination);
    destination.ready.push(notification);
    this.pump(destination);
  }

  private pump(destination: Destination): void {
    while (!this.closed && destination.underWay < this.options.webhooks.concurrency) {
      const notification = destination.ready[destination.head];
      if (notification === undefined) return;
      destination.head += 1;
      if (destination.head > 1_000) {
        destination.ready = destination.ready.slice(destination.head);
        destination.head = 0;
      }
      destination.underWay += 1;
      this.underWay.add(notification);
      void this.deliver(notification).then(() => {
        destination.underWay -= 1;
        this.pump(destination);
      });
    }
  }

  private async deliver(notification: Notification): Promise<void> {
    const arrived = await this.attempt(notification);
    if (this.closed && !arrived) return;
    this.underWay.delete(notification);
    notification.attempts += 1;
    if (arrived) {
      this.delivered += 1;
    } else {
      this.failedAttempts += 1;
      this.retry(notification);
    }
    this.changed();
  }

  private async attempt(notification: Notification): Promise<boolean> {
    if (this.faults.strike("webhook-outage", notification.phoneNumberId)) return false;
    try {
      const response = await request(notification.url, {
        method: "POST",
        dispatcher: this.agent,
        headers: {
          "content-type": "application/json",
          "user-agent": "facebookexternalua",
          "x-hub-signature-256": signature(notification.body, this.appSecret()),
        },
        body: notification.body,
        signal: AbortSignal.timeout(this.options.webhooks.timeoutMs),
      });
      await response.body.dump();
      if (response.statusCode === 200) return true;
      this.options.log("webhook refused", {
        url: notification.url,
        status: response.statusCode,
        attempts: notification.attempts + 1,
      });
    } catch (error) {
      if (this.closed) return false;
      const message = error instanceof Error ? error.message : String(error);
      this.options.log("webhook failed", {
        url: notification.url,
        error: message,
        attempts: notification.attempts + 1,
      });
    }
    return false;
  }

  private retry(notification: Notification): void {
    const { retryBaseMs, retryCapMs, retryForMs } = this.options.webhooks;
    if (this.options.clock.now() - notification.firstAt > retryForMs) {
      this.options.log("webhook given up", { url: notification.url, attempts: notification.attempts });
      return;
    }
    const pause = Math.min(retryCapMs, retryBaseMs * 2 ** Math.min(notification.attempts - 1, 20));
    this.wait(notification, pause * (0.8 + Math.random() * 0.4));
  }

  private wait(notification: Notification, ms: number): void {
    const timer = this.options.clock.setTimeout(() => {
      this.waiting.delete(notification);
      this.push(notification);
    }, ms);
    this.waiting.set(notification, timer);
  }
}
