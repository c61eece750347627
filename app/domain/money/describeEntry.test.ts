import { expect, it } from "vitest";
import { describeEntry } from "./describeEntry.ts";

const held = { code: "hold.message", template: "order_ready" };

it("a template sent without a campaign is described with its recipient, while known", () => {
  expect(describeEntry({ about: held, recipient: "Asha" })).toBe(
    "On hold for order_ready to Asha: 1 message",
  );
  expect(describeEntry({ about: held, recipient: null })).toBe("On hold for order_ready: 1 message");
});

it("an entry from before there were codes shows its stored sentence", () => {
  const about = { code: "legacy", said: "Top-up by M-Pesa" };
  expect(describeEntry({ about, recipient: null })).toBe("Top-up by M-Pesa");
});

it("an entry of an unknown version shows its code", () => {
  expect(describeEntry({ about: { code: "from.the_future" }, recipient: null })).toBe("from.the_future");
});
