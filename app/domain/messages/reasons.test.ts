import { describe, expect, it } from "vitest";
import { reasonOf, retryableErrorCodes } from "./reasons.ts";

describe("reasons of failures", () => {
  it("tell overload as retryable and a number without WhatsApp as not", () => {
    expect(reasonOf(130429)).toMatchObject({ who: "support", retryable: true });
    expect(reasonOf(131026)).toMatchObject({ who: "recipient", retryable: false });
    expect(retryableErrorCodes).toContain(130429);
    expect(retryableErrorCodes).not.toContain(131026);
  });

  it("take every permission code from 200 to 299 as lost access", () => {
    expect(reasonOf(230)).toEqual(reasonOf(200));
    expect(reasonOf(300)).not.toEqual(reasonOf(200));
  });

  it("have words for a code that nobody has seen", () => {
    expect(reasonOf(999_999).text).toBe("WhatsApp did not deliver it.");
    expect(reasonOf(null).text).toBe("WhatsApp did not deliver it.");
  });
});
