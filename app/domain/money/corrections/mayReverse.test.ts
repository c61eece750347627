import { expect, it } from "vitest";
import { obstacleOf } from "./mayReverse.ts";

const answered = (outcome: string) => ({
  kind: "adjustment" as const,
  about: { code: "dispute.resolved", invoice: "INV-1", outcome },
});

it("a dispute's credit can be reversed by hand; a dispute without money has nothing to reverse", () => {
  expect(obstacleOf(answered("wallet_credit"))).toBeUndefined();
  expect(obstacleOf(answered("stands"))).toBe("It moved no money. There is nothing to reverse.");
});
