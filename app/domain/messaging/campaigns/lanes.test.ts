import { describe, expect, it } from "vitest";
import { Connections, type Turn } from "#app/domain/messaging/sender/connections.ts";
import type { Outgoing } from "#app/domain/messaging/sender/outgoing.server.ts";
import { OutgoingQueue } from "#app/domain/messaging/sender/outgoingQueue.ts";
import { laneOf, lanes } from "./lanes.ts";

const rowOf = (id: string, campaignId: string | null, leaseId: string | null): Outgoing => ({
  id,
  campaignId,
  leaseId,
  type: "template",
  recipient: "+254700000001",
  templateId: null,
  variables: null,
  body: null,
  payload: null,
  attempts: 0,
  doubts: 0,
  consent: "granted",
});

describe("what a number has to send", () => {
  it("goes by the category of its template: codes, replies, utility, marketing; ranges of codes before retries of promotions", () => {
    const categoryOf: Record<string, string | null> = {
      promotion: "MARKETING",
      invoice: "UTILITY",
      reply: null,
      code: "AUTHENTICATION",
    };
    const queue = new OutgoingQueue(({ id }) => laneOf(categoryOf[id.split(" ")[0]!]!));
    queue.add([rowOf("promotion retry", "cmp_1", null), rowOf("promotion single", null, null)]);
    queue.add([rowOf("invoice range", "cmp_2", "lse_2"), rowOf("invoice retry", "cmp_2", null)]);
    queue.add([rowOf("reply", null, null), rowOf("code range", "cmp_3", "lse_3")]);
    expect([queue.nextLane, queue.lengthThrough(lanes.reply)]).toEqual([lanes.code, 2]);
    const order: (string | undefined)[] = [];
    while (queue.length > 0) order.push(queue.take()?.id);
    expect(order).toEqual([
      "code range",
      "reply",
      "invoice retry",
      "invoice range",
      "promotion single",
      "promotion retry",
    ]);
  });

  it("is read ahead, and sent only when its range is begun", () => {
    const queue = new OutgoingQueue(({ id }) =>
      laneOf(id.startsWith("code") ? "AUTHENTICATION" : "MARKETING"),
    );
    const range = (leaseId: string, ids: string[]) =>
      queue.addAhead(
        leaseId,
        ids.map((id) => rowOf(id, "cmp_1", leaseId)),
      );
    queue.add([rowOf("promotion 1", "cmp_1", "lse_1")]);
    range("lse_2", ["promotion 2", "promotion 3"]);
    range("lse_3", ["code"]);
    expect([queue.length, queue.readyThrough(lanes.marketing), queue.lengthThrough(lanes.code)]).toEqual([
      4, 1, 1,
    ]);
    expect([queue.leaseToBegin(0), queue.leaseToBegin(1)]).toEqual([undefined, "lse_3"]);
    queue.begin("lse_3");
    expect([queue.leaseToBegin(1), queue.leaseToBegin(3)]).toEqual([undefined, "lse_2"]);
    expect([queue.take()?.id, queue.take()?.id, queue.take()]).toEqual(["code", "promotion 1", undefined]);
    expect(queue.takeOut(({ id }) => id === "promotion 2").map(({ id }) => id)).toEqual(["promotion 2"]);
    queue.begin("lse_2");
    expect([queue.take()?.id, queue.length]).toEqual(["promotion 3", 0]);
    range("lse_4", ["promotion 4"]);
    expect(queue.drop("lse_4").map(({ id }) => id)).toEqual(["promotion 4"]);
    expect([queue.leaseToBegin(1), queue.length]).toEqual([undefined, 0]);
  });
});

describe("the connections of a process", () => {
  /** Turns that want to post `count` messages each, and the order in which they did. */
  async function orderOf(turns: [orgId: string, lane: number, count: number][]): Promise<string[]> {
    const connections = new Connections(1);
    const order: string[] = [];
    const first: Turn = { orgId: "first", lane: () => null, post: () => undefined };
    expect(connections.take(first, lanes.marketing)).toBe(true);
    let open = turns.reduce((sum, [, , count]) => sum + count, 0);
    await new Promise<void>((resolve) => {
      for (const [orgId, lane, count] of turns) {
        let left = count;
        const turn: Turn = {
          orgId,
          lane: () => (left > 0 ? lane : null),
          post() {
            left -= 1;
            open -= 1;
            order.push(orgId);
            if (left > 0) connections.take(turn, lane);
            if (open === 0) resolve();
            else connections.release();
          },
        };
        expect(connections.take(turn, lane)).toBe(false);
      }
      connections.release();
    });
    return order;
  }

  it("go to codes and replies first, then to the organisations in turn, however much each has", async () => {
    expect(
      await orderOf([
        ["A", lanes.marketing, 3],
        ["A", lanes.utility, 2],
        ["B", lanes.marketing, 2],
        ["C", lanes.reply, 1],
        ["D", lanes.code, 1],
      ]),
    ).toEqual(["D", "C", "A", "B", "A", "B", "A", "A", "A"]);
  });

  it("are kept free in part for codes and replies, which wait for no answer to a campaign", () => {
    const connections = new Connections(100);
    const turnOf = (lane: number): Turn => ({
      orgId: `org_${lane}`,
      lane: () => lane,
      post: () => undefined,
    });
    const taken = (lane: number) => {
      let count = 0;
      while (connections.take(turnOf(lane), lane)) count += 1;
      return count;
    };
    expect([taken(lanes.marketing), taken(lanes.utility)]).toEqual([75, 0]);
    expect([taken(lanes.reply), taken(lanes.code)]).toEqual([25, 0]);
  });
});
