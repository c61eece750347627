import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWebhookInbox } from "./append.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("while the database hangs", () => {
  it("a webhook is refused within five seconds, and at once when 5,000 wait", async () => {
    const query = vi.fn(() => new Promise<never>(() => undefined));
    const inbox = createWebhookInbox({ query } as never);
    const outcomes: string[] = [];
    const append = (name: string) =>
      inbox.append("{}", { accountKey: "1", isStatus: false }).catch(() => void outcomes.push(name));
    void append("first");
    await vi.advanceTimersToNextTimerAsync();
    expect(query).toHaveBeenCalledTimes(1);
    for (let n = 0; n < 5000; n++) void append("waiting");
    await append("one too many");
    expect(outcomes).toEqual(["one too many"]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(outcomes).toHaveLength(5002);
  });
});
