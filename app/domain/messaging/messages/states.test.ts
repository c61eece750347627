import { expect, it } from "vitest";
import { messageState } from "#app/db/schema/messaging/messages.ts";
import { laterOf, messageStates } from "./states.ts";

it("states that Meta reports end in the same one whatever the order", () => {
  const reported = ["sent", "delivered", "read", "failed"] as const;
  for (const a of reported) {
    for (const b of reported) expect([a, b, laterOf(a, b)]).toEqual([a, b, laterOf(b, a)]);
  }
});

it("states have the order of the database's type", () => {
  expect(messageStates).toEqual(messageState.enumValues);
});
