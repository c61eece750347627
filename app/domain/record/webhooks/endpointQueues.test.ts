import { describe, expect, it } from "vitest";
import type { OrgId } from "#app/platform/ids.ts";
import { EndpointQueues } from "./endpointQueues.ts";
import type { DueDelivery } from "./readDue.server.ts";

const orgId = "org_1" as OrgId;
const quick = { isSuccess: true, durationMs: 20 };
const slow = { isSuccess: true, durationMs: 5000 };
const refused = { isSuccess: false, durationMs: 20 };

const held = (id: string, heldUntil = 30_000) => ({
  orgId,
  id,
  maxInFlight: 5,
  heldUntil: new Date(heldUntil),
});
const deliveries = (endpointId: string, count: number, from = 0): DueDelivery[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `dlv_${endpointId}_${from + n}`,
    orgId,
    endpointId,
    attempts: 0,
    eventId: `evt_${from + n}`,
    body: "{}",
    url: "https://hooks.example.com/",
    secretEncrypted: "",
    previousSecretEncrypted: null,
    previousSecretUntil: null,
    maxInFlight: 5,
    isFailing: false,
  }));
const idsOf = (list: readonly DueDelivery[]) => list.map(({ id }) => id);

/** Queues with one endpoint that has its first five deliveries in flight and a large backlog. */
function startedQueues() {
  const queues = new EndpointQueues();
  queues.hold([held("a")]);
  const wanted = queues.wanted(0);
  queues.add(wanted, deliveries("a", 5), 0, false);
  return { queues, wanted, started: queues.start(0) };
}

describe("deliveries of an endpoint", () => {
  it("start in the order in which they were read, no more than may be in flight", () => {
    const { queues, wanted, started } = startedQueues();
    expect(wanted).toEqual([{ orgId, id: "a", room: 5 }]);
    expect(idsOf(started)).toEqual(idsOf(deliveries("a", 5)));
    expect(queues.start(0)).toEqual([]);
    expect(queues.wanted(0)).toEqual([]);
  });

  it("are read ahead when it responds quickly, and start without a read in between", () => {
    const { queues, started } = startedQueues();
    expect(queues.answered(started[0]!, quick, 20)).toEqual({ next: [], wantsMore: true });
    const wanted = queues.wanted(20);
    expect(wanted).toEqual([{ orgId, id: "a", room: 16 }]);
    queues.add(wanted, deliveries("a", 16, 5), 20, false);
    expect(idsOf(queues.start(20))).toEqual(["dlv_a_5"]);
    expect(idsOf(queues.answered(started[1]!, quick, 30).next)).toEqual(["dlv_a_6"]);
  });

  it("are not read ahead when it responds slowly", () => {
    const { queues, started } = startedQueues();
    queues.answered(started[0]!, slow, 5000);
    expect(queues.wanted(5000)).toEqual([{ orgId, id: "a", room: 1 }]);
  });

  it("are read again after a failure, a wait, or the end of the hold", () => {
    for (const [answer, at] of [
      [refused, 30],
      [quick, 2000],
      [quick, 31_000],
    ] as const) {
      const { queues, started } = startedQueues();
      queues.answered(started[0]!, quick, 20);
      queues.add(queues.wanted(20), deliveries("a", 16, 5), 20, false);
      queues.start(20);
      expect(queues.size).toBe(21);
      expect(queues.answered(started[1]!, answer, at).next).toEqual([]);
      expect(queues.size, "those in flight and those without a stored result").toBe(6);
    }
  });

  it("are known until their result is stored", () => {
    const { queues, started } = startedQueues();
    queues.answered(started[0]!, quick, 20);
    expect(queues.known).toContain(started[0]!.id);
    const wanted = queues.wanted(20);
    queues.add(wanted, deliveries("a", 1), 20, false);
    expect(queues.start(20), "read by a statement that began before").toEqual([]);
    queues.settled(started[0]!);
    expect(queues.known).not.toContain(started[0]!.id);
  });
});

it("an endpoint that does not answer holds up no other", () => {
  const { queues } = startedQueues();
  queues.hold([held("b")]);
  const wanted = queues.wanted(0);
  expect(wanted).toEqual([{ orgId, id: "b", room: 5 }]);
  queues.add(wanted, deliveries("b", 2), 0, false);
  expect(idsOf(queues.start(0))).toEqual(["dlv_b_0", "dlv_b_1"]);
  expect(queues.busy).toEqual(["a", "b"]);
});

it("nothing starts for an endpoint that is held no longer, until it is held again", () => {
  const { queues, started } = startedQueues();
  for (const each of started) queues.answered(each, quick, 20);
  expect(queues.wanted(30_000)).toEqual([]);
  expect(queues.wantsMore).toBe(false);
  queues.hold([held("a", 60_000)]);
  expect(queues.wanted(30_001)).toEqual([{ orgId, id: "a", room: 5 }]);
});
