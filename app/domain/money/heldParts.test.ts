import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type HoldState, heldParts, remainingOf } from "./heldParts.ts";

const hold = (messages: number, includedMessages: number): HoldState => ({
  messages,
  includedMessages,
  settledMessages: 0,
  releasedMessages: 0,
});

describe("the rest of a hold", () => {
  it("releases priced messages before included ones", () => {
    const tenWithFourIncluded = { ...hold(10, 4), releasedMessages: 5 };
    expect(heldParts(tenWithFourIncluded)).toEqual({ included: 4, paid: 1 });
  });

  it("uses included messages before priced ones", () => {
    expect(heldParts({ ...hold(10, 4), settledMessages: 3 })).toEqual({ included: 1, paid: 6 });
    expect(heldParts({ ...hold(10, 4), settledMessages: 6 })).toEqual({ included: 0, paid: 4 });
  });

  it("splits exactly the remaining messages, never below zero, for any results in any order", () => {
    const steps = fc.array(fc.record({ settle: fc.boolean(), count: fc.integer({ min: 1, max: 40 }) }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(200), steps, (messages, included, moves) => {
        const state = hold(messages, Math.min(included, messages));
        for (const move of moves) {
          const count = Math.min(move.count, remainingOf(state));
          if (move.settle) state.settledMessages += count;
          else state.releasedMessages += count;
          const parts = heldParts(state);
          expect(parts.included + parts.paid).toBe(remainingOf(state));
          expect(Math.min(parts.included, parts.paid)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
