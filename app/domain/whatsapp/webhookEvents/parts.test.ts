import { expect, it } from "vitest";
import { partsOf } from "./parts.ts";

it("splits a webhook into single messages, single statuses and other changes, each with the common fields", () => {
  const metadata = { phone_number_id: "1" };
  const messages = [{ id: "a" }, { id: "b" }];
  const body = {
    object: "whatsapp_business_account",
    entry: [
      {
        id: "waba",
        changes: [{ field: "messages", value: { metadata, messages, statuses: [{ id: "c" }] } }],
      },
      { id: "waba", time: 5, changes: [{ field: "account_update", value: { event: "ACCOUNT_DELETED" } }] },
    ],
  };
  const change = (value: object) => ({ entry: [{ id: "waba", changes: [{ field: "messages", value }] }] });
  expect(partsOf(body)).toEqual([
    change({ metadata, messages: [{ id: "a" }] }),
    change({ metadata, messages: [{ id: "b" }] }),
    change({ metadata, statuses: [{ id: "c" }] }),
    { entry: [body.entry[1]] },
  ]);
});

it.each([null, "text", 5, [], {}, { entry: {} }, { entry: [null] }, { entry: [{ changes: "x" }] }])(
  "%j is one part",
  (body) => {
    expect(partsOf(body)).toEqual([body]);
  },
);

it("keeps a change without a value", () => {
  const body = { entry: [{ changes: [{ field: "messages", value: null }] }] };
  expect(partsOf(body)).toEqual([body]);
});
