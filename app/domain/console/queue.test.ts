import { describe, expect, it } from "vitest";
import { redacted } from "./queue.server.ts";

describe("a job's data, as staff see it", () => {
  it.each([
    ["an id", "msg_0a1b", "msg_0a1b"],
    ["a text", "Habari, Asha", "[redacted]"],
    ["a phone number", "+254712345678", "[redacted]"],
    ["an id within a text", "see msg_0a1b", "[redacted]"],
    ["an empty text", "", "[redacted]"],
    ["a number", 12, 12],
    ["a switch", false, false],
    ["nothing", null, null],
  ])("keeps ids, numbers and switches alone: %s", (_, given, shown) => {
    expect(redacted({ field: given })).toEqual({ field: shown });
    expect(redacted([{ deep: { field: given } }])).toEqual([{ deep: { field: shown } }]);
  });

  it("shows the first 20 of a long list", () => {
    expect(redacted(Array.from({ length: 50 }, (_, n) => n))).toHaveLength(20);
  });
});
