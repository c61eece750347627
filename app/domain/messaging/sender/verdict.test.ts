import { createServer } from "node:net";
import { Pool } from "undici";
import { describe, expect, it } from "vitest";
import { metaIsDown } from "#app/domain/messaging/messages/reasons.ts";
import { Breaker } from "./breaker.ts";
import type { Outgoing } from "./outgoing.server.ts";
import { type PostResult, post } from "./post.server.ts";
import { verdictOn } from "./verdict.ts";

const at = new Date("2026-03-02T09:50:00Z");
const row: Outgoing = {
  id: "msg_1",
  campaignId: "cmp_1",
  leaseId: null,
  type: "text",
  recipient: "+254700000001",
  templateId: null,
  variables: null,
  body: "Habari",
  payload: null,
  attempts: 11,
  doubts: 2,
  consent: "granted",
};
const gatewayPage: PostResult = { status: 502, body: "<html>Bad Gateway</html>" };
const lost: PostResult = { error: new Error("reset"), mayHaveLeft: true };
const overloaded: PostResult = { status: 500, body: '{"error":{"code":131000,"message":"m"}}' };
const accepted: PostResult = { status: 200, body: '{"messages":[{"id":"wamid.1"}]}' };

/** A breaker that has seen an answer, and then so many messages without one. */
function afterFailures(failures: number): Breaker {
  const breaker = new Breaker();
  breaker.answered();
  for (let n = 0; n < failures; n += 1) breaker.failed(`msg_${n}`);
  return breaker;
}
const stateOf = (result: PostResult, breaker: Breaker) => verdictOn(row, result, at, 300, breaker).move;

describe("a message that got no answer three times", () => {
  it.each([["a gateway's page", gatewayPage] as const, ["a lost connection", lost] as const])(
    "waits longer after %s while Meta does not respond, which is neither a doubt nor a try",
    (_, result) => {
      const { state, errorCode, attempted } = stateOf(result, afterFailures(1));
      expect({ state, errorCode, attempted }).toEqual({ state: "unknown", errorCode: metaIsDown });
    },
  );

  it("waits on too when the process has just started and heard nothing of Meta yet", () => {
    expect(stateOf(gatewayPage, new Breaker()).state).toBe("unknown");
  });

  it("fails when Meta responds otherwise, or unreadably", () => {
    expect(stateOf(gatewayPage, afterFailures(0)).state).toBe("failed");
    expect(stateOf({ status: 200, body: "<html>" }, afterFailures(9)).state).toBe("failed");
  });
});

describe("a message that Meta could not take twelve times", () => {
  it("fails, but not while several messages in a row had the same", () => {
    expect(stateOf(overloaded, afterFailures(4)).state).toBe("failed");
    expect(stateOf(overloaded, afterFailures(5))).toMatchObject({ state: "queued", attempted: false });
  });
});

describe("while Meta counts as down", () => {
  it("one message a second asks, until an answer comes", () => {
    const breaker = afterFailures(5);
    expect([breaker.isOpen, breaker.waitMs(10_000)]).toEqual([true, 0]);
    breaker.probe(10_000);
    expect(breaker.waitMs(10_400)).toBe(600);
    expect(verdictOn(row, accepted, at, 300, breaker).isOutage).toBeFalsy();
    breaker.answered();
    expect(breaker.isOpen).toBe(false);
  });

  it("is not said of a number with one message that keeps failing", () => {
    const breaker = afterFailures(0);
    for (let n = 0; n < 20; n += 1) breaker.failed("msg_1");
    expect(breaker.isOpen).toBe(false);
  });
});

describe("a connection that is reset before it stands", () => {
  it("has not carried the message away", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.resetAndDestroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const pool = new Pool(`https://127.0.0.1:${port}`, { connections: 1 });
    const result = await new Promise<PostResult>((done) => post(pool, "/v25.0/1/messages", {}, "{}", done));
    expect(result).toMatchObject({ mayHaveLeft: false });
    await pool.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});
