import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import { changeOf } from "./changeOf.ts";
import type { Move } from "./move.server.ts";
import { messageStates } from "./states.ts";

const [, section] = readFileSync("docs/states.md", "utf8").split("\n## Message\n");
/** The documented moves, as `queued → unknown`. */
const documented = new Set(
  [...section!.split("\n## ")[0]!.matchAll(/^ {2}(\w+) --> (\w+)/gm)].map(
    ([, from, to]) => `${from} → ${to}`,
  ),
);

const now = new Date("2026-03-02T12:00:00Z");
const at = new Date("2026-03-02T11:00:00Z");
const report = fc.record(
  {
    state: fc.constantFrom(...messageStates),
    errorCode: fc.constantFrom(-3, 0, 131026),
    errorDetail: fc.constantFrom("Slow down.", "a\0b"),
    dueAt: fc.constantFrom(at, new Date(at.getTime() + 60_000)),
    attempted: fc.boolean(),
  },
  { requiredKeys: ["state"] },
);
const isOpen = (state: MessageState) => state === "queued" || state === "unknown";

it("moves a message only as documented, whatever is reported and in whatever order", () => {
  fc.assert(
    fc.property(fc.array(report, { maxLength: 30 }), (reports) => {
      let state: MessageState = "queued";
      for (const each of reports) {
        const move: Move = { id: "msg_1", at, ...each };
        const change = changeOf(state, move, now);
        const isGuess = move.state === "failed" && (move.errorCode ?? 0) < 0 && !isOpen(state);
        const moves = documented.has(`${state} → ${move.state}`) && !isGuess;
        expect(change.state).toBe(moves ? move.state : state);
        if (!isOpen(state)) expect(change.dueAt).toBeUndefined();
        if (!moves && move.state !== state) {
          expect(change.error).toBeUndefined();
          expect(change.failedAt).toBeUndefined();
        }
        expect(change.error?.detail ?? "").not.toContain("\0");
        state = change.state;
      }
    }),
    { numRuns: 1000 },
  );
});

it("changes nothing but missing times by a report that is repeated or late", () => {
  const delivered = changeOf("read", { id: "msg_1", state: "delivered", at }, now);
  expect(delivered).toEqual({
    state: "read",
    attempts: 0,
    dueAt: undefined,
    error: undefined,
    inDoubtSince: undefined,
    acceptedAt: at,
    sentAt: undefined,
    deliveredAt: at,
    readAt: undefined,
    failedAt: undefined,
  });
});

it("is in doubt since a time of the database's clock, wherever the clock of the sending process stands", () => {
  const setBack = new Date(at.getTime() - 3_600_000);
  const dueAt = new Date(setBack.getTime() + 300_000);
  const doubt = changeOf("queued", { id: "msg_1", state: "unknown", at: setBack, dueAt }, now);
  expect(doubt).toMatchObject({ inDoubtSince: now, dueAt: new Date(now.getTime() + 300_000) });
});

it("makes a retry due by the database's clock, and clears the error once the message moves on", () => {
  const dueAt = new Date(at.getTime() + 5000);
  const retry = changeOf("unknown", { id: "msg_1", state: "queued", at, dueAt, errorCode: 130429 }, now);
  expect(retry).toMatchObject({
    state: "queued",
    dueAt: new Date(now.getTime() + 5000),
    error: { code: 130429, detail: null },
  });
  const accepted = changeOf("queued", { id: "msg_1", state: "accepted", at, attempted: true }, now);
  expect(accepted).toMatchObject({
    state: "accepted",
    attempts: 1,
    dueAt: null,
    error: { code: null, detail: null },
  });
});
