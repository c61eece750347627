import { describe, expect, it } from "vitest";
import { reasonOf, retryWaits, tooOften } from "./reasons.ts";

describe("reasons of failures", () => {
  it("classify overload as retryable and a number without WhatsApp as not", () => {
    expect(reasonOf(130429)).toMatchObject({ who: "you", retryAfterHours: 0 });
    expect(reasonOf(131026)).toMatchObject({ who: "recipient", retryAfterHours: null });
    expect(retryWaits).toContainEqual({ errorCode: 130429, hours: 0 });
    expect(retryWaits.map(({ errorCode }) => errorCode)).not.toContain(131026);
  });

  it("allow a retry a day later when WhatsApp, or a limit of ours, held back a message", () => {
    expect(retryWaits.filter(({ hours }) => hours > 0)).toEqual([
      { errorCode: 131049, hours: 24 },
      { errorCode: tooOften, hours: 24 },
    ]);
  });

  it("take every permission code from 200 to 299 as lost access", () => {
    expect(reasonOf(230)).toEqual(reasonOf(200));
    expect(reasonOf(300)).not.toEqual(reasonOf(200));
  });

  it("have a text for an unknown code", () => {
    expect(reasonOf(999_999).text).toBe("WhatsApp did not deliver it.");
    expect(reasonOf(null).text).toBe("WhatsApp did not deliver it.");
  });
});
