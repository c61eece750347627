import { expect, it } from "vitest";
import { addressedChanges, addressOf } from "./address.ts";

const statuses = { metadata: { phone_number_id: "7" }, statuses: [{ id: "a" }] };
const messages = { metadata: { phone_number_id: "7" }, messages: [{ id: "b" }] };
const body = (...values: object[]) => ({
  entry: [{ id: "waba", changes: values.map((value) => ({ field: "messages", value })) }],
});

it("addresses a webhook to its phone number, and separates statuses from customers' messages", () => {
  expect(addressOf(body(statuses))).toEqual({ accountKey: "7", isStatus: true });
  expect(addressOf(body(messages))).toEqual({ accountKey: "7", isStatus: false });
  expect(addressOf(body(statuses, messages))).toEqual({ accountKey: "7", isStatus: false });
});

it("addresses a webhook without a number to its WhatsApp account, a partner's before the sender's", () => {
  const update = { event: "PARTNER_ADDED", waba_info: { waba_id: "9" } };
  expect(addressOf(body(update))).toMatchObject({ accountKey: "9" });
  expect(addressOf(body({}))).toMatchObject({ accountKey: "waba" });
});

it("leaves a webhook of several accounts without an address, and finds the changes of each", () => {
  const other = { ...messages, metadata: { phone_number_id: "8" } };
  const both = body(messages, other);
  expect(addressOf(both)).toEqual({ accountKey: "", isStatus: false });
  expect(addressedChanges(both)).toEqual([
    { keys: ["7", "waba"], body: body(messages) },
    { keys: ["8", "waba"], body: body(other) },
  ]);
});

it.each([null, 5, "text", [], {}, { entry: "x" }, { entry: [null] }, { entry: [{ changes: [null] }] }])(
  "finds no address in %j",
  (odd) => {
    expect(addressOf(odd)).toEqual({ accountKey: "", isStatus: false });
    expect(addressedChanges(odd)).toEqual([]);
  },
);
