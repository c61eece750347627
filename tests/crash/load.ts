import { control } from "#tests/support/campaign.ts";
import { pause } from "./ground.ts";

export interface LoadOptions {
  /** The address of the front. */
  front: string;
  /** Of the API. */
  key: string;
  simulatorUrl: string;
  /** The number that customers write to. */
  phoneNumberId: string;
}

/** Milliseconds between two calls of each kind. */
const pace = { page: 100, api: 100, customer: 200 };

/**
 * Pages, messages by the API, each with its key and retried until accepted, and customers' messages at an even pace,
 * whether or not earlier ones have a response. Returns how to end it.
 */
export function startLoad({ front, key, simulatorUrl, phoneNumberId }: LoadOptions) {
  const answeredAt: number[] = [];
  const open = new Set<Promise<unknown>>();
  const counts = { pages: 0, messages: 0, customers: 0 };
  const errors: unknown[] = [];
  let isEnded = false;
  let isGivenUp = false;
  const every = async (ms: number, call: () => Promise<unknown>) => {
    while (!isEnded) {
      const running = call()
        .catch((error: unknown) => errors.push(error))
        .finally(() => open.delete(running));
      open.add(running);
      await pause(ms);
    }
  };
  const page = async () => {
    counts.pages += 1;
    const answer = await fetch(`${front}/login`).catch(() => undefined);
    await answer?.text();
    if (answer?.ok) answeredAt.push(performance.now());
  };
  const sendOne = async (n = counts.messages++) => {
    while (!(isGivenUp || (await isAccepted(front, key, n)))) await pause(200);
    answeredAt.push(performance.now());
  };
  const writeOne = (n = counts.customers++) =>
    control(simulatorUrl, "/inbound", {
      phoneNumberId,
      from: `2547300${String(n).padStart(5, "0")}`,
      name: "Asha",
      text: "Habari",
    });
  const kinds = [
    every(pace.page, page),
    every(pace.api, () => sendOne()),
    every(pace.customer, () => writeOne()),
  ];
  return {
    /** Seconds from a moment on without any answer. */
    async secondsUntilAnswer(from: number): Promise<number> {
      for (;;) {
        const first = answeredAt.find((at) => at > from);
        if (first !== undefined) return Math.round((first - from) / 100) / 10;
        await pause(50);
      }
    },
    /** After a failure: ends without waiting for responses, and without failures of its own. */
    giveUp() {
      isEnded = true;
      isGivenUp = true;
    },
    /** How many of each were sent, once each has its response. */
    async end() {
      isEnded = true;
      await Promise.all(kinds);
      await Promise.all(open);
      if (errors.length > 0) throw errors[0];
      return counts;
    },
  };
}

async function isAccepted(front: string, key: string, n: number): Promise<boolean> {
  const answer = await fetch(`${front}/api/v1/messages`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": `order-${n}`,
    },
    body: JSON.stringify({
      to: `+2547400${String(n).padStart(5, "0")}`,
      template: "order_ready",
      parameters: ["Asha"],
    }),
  }).catch(() => undefined);
  await answer?.text();
  return answer?.status === 202;
}
