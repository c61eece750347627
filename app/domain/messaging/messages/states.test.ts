import { describe, expect, it } from "vitest";
import { setUpPlatform } from "#tests/support/platform.ts";
import { laterOf, mayMove, messageStates } from "./states.ts";

const platform = setUpPlatform();

describe("the states of a message", () => {
  it("move by the same table in the database and here", async () => {
    const { rows } = await platform.services.db.owner.query<{ from: never; to: never; allowed: boolean }>(
      `select a as "from", b as "to", may_move(a, b) as allowed
       from unnest(enum_range(null::message_state)) a, unnest(enum_range(null::message_state)) b`,
    );
    expect(rows).toHaveLength(messageStates.length ** 2);
    for (const { from, to, allowed } of rows)
      expect([from, to, mayMove(from, to)]).toEqual([from, to, allowed]);
  });

  it("that Meta reports end in the same one whatever the order", () => {
    const reported = ["sent", "delivered", "read", "failed"] as const;
    for (const a of reported) {
      for (const b of reported) expect([a, b, laterOf(a, b)]).toEqual([a, b, laterOf(b, a)]);
    }
  });
});
