import { createHmac } from "node:crypto";
import type { SimulatorClock } from "../kit/clock.ts";

/** Faults of notices: `lose`, `double`, `late` (a minute), `forge` (signed with another key). */
export type WebhookFault = "lose" | "double" | "late" | "forge";

const lateMs = 60_000;
const attempts = 5;

/** The hex of HMAC-SHA512 over the exact bytes, as `x-paystack-signature`. */
export const signatureOf = (body: string, secretKey: string): string =>
  createHmac("sha512", secretKey).update(body).digest("hex");

/** Sends notices, retried with growing delays until they get a 200. */
export class Webhooks {
  private readonly timers = new Set<unknown>();
  private readonly url: string | undefined;
  private readonly secretKey: string;
  private readonly clock: SimulatorClock;
  private readonly log: (event: string, detail: Record<string, unknown>) => void;

  constructor(options: {
    url: string | undefined;
    secretKey: string;
    clock: SimulatorClock;
    log: (event: string, detail: Record<string, unknown>) => void;
  }) {
    this.url = options.url;
    this.secretKey = options.secretKey;
    this.clock = options.clock;
    this.log = options.log;
  }

  send(event: string, data: object, fault: WebhookFault | undefined): void {
    if (fault === "lose" || this.url === undefined) return;
    const body = JSON.stringify({ event, data });
    const key = fault === "forge" ? "somebody-else" : this.secretKey;
    this.later(fault === "late" ? lateMs : 0, () => void this.post(body, key, 1));
    if (fault === "double") this.later(50, () => void this.post(body, key, 1));
  }

  stop(): void {
    for (const timer of this.timers) this.clock.clearTimeout(timer);
  }

  private later(ms: number, run: () => void): void {
    const timer = this.clock.setTimeout(() => {
      this.timers.delete(timer);
      run();
    }, ms);
    this.timers.add(timer);
  }

  private async post(body: string, key: string, attempt: number): Promise<void> {
    try {
      const answer = await fetch(this.url!, {
        method: "POST",
        headers: { "content-type": "application/json", "x-paystack-signature": signatureOf(body, key) },
        body,
        signal: AbortSignal.timeout(5000),
      });
      if (answer.status === 200) return;
      this.log("card webhook refused", { status: answer.status, attempt });
    } catch (error) {
      this.log("card webhook not delivered", { error: String(error), attempt });
    }
    if (attempt < attempts) this.later(1000 * 2 ** attempt, () => void this.post(body, key, attempt + 1));
  }
}
