import { describe, expect, it } from "vitest";
import { readOutcome } from "./outcome.ts";

const envelope = (code: number, extra: object = {}) =>
  JSON.stringify({ error: { message: "m", code, error_data: { details: "d" }, ...extra } });

describe("an answer to a send", () => {
  it("with a wamid is accepted", () => {
    expect(readOutcome(200, JSON.stringify({ messages: [{ id: "wamid.A" }] }), 0)).toEqual({
      kind: "accepted",
      wamid: "wamid.A",
    });
  });

  it("with a wamid is accepted whatever success it is called", () => {
    expect(readOutcome(201, JSON.stringify({ messages: [{ id: "wamid.A" }] }), 0).kind).toBe("accepted");
  });

  it.each([17, 613])("429 with %i slows the number down, and the message is tried again", (code) => {
    expect(readOutcome(429, envelope(code), 0)).toMatchObject({ kind: "retry", code, slowDown: true });
  });

  it.each([
    [200, "<html>"],
    [200, "{}"],
    [500, ""],
    [502, "Bad Gateway"],
    [503, "{}"],
  ])("%i %s leaves in doubt whether it was taken", (status, body) => {
    expect(readOutcome(status, body, 0).kind).toBe("unknown");
  });

  it.each([130429, 131056, 131000, 131016, 131057, 80007, 4, 2, 133004])(
    "%i was not taken and may be tried again",
    (code) => {
      expect(readOutcome(400, envelope(code), 0)).toMatchObject({ kind: "retry", code });
    },
  );

  it("waits 4, 16, 64 seconds for one person's limit", () => {
    expect(
      [0, 1, 2].map(
        (attempt) => (readOutcome(400, envelope(131056), attempt) as { delayMs: number }).delayMs,
      ),
    ).toEqual([4000, 16_000, 64_000]);
  });

  it.each([104, 803, 190, 131042, 131031, 368, 133010, 200])("%i stops the account", (code) => {
    expect(readOutcome(403, envelope(code), 0)).toMatchObject({ kind: "blocked", account: true });
  });

  it.each([132001, 132015, 132016])("%i stops the template", (code) => {
    expect(readOutcome(400, envelope(code), 0)).toMatchObject({ kind: "blocked", account: false });
  });

  it("distinguish a bad parameter of one message from a missing number", () => {
    expect(readOutcome(400, envelope(100), 0).kind).toBe("failed");
    expect(readOutcome(400, envelope(100, { error_subcode: 33 }), 0)).toMatchObject({
      kind: "blocked",
      account: true,
    });
  });
});
