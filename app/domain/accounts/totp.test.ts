import { describe, expect, it } from "vitest";
import { base32, keyUri, stepAt, stepOfCode, totpCode } from "./totp.ts";

/** The key of RFC 6238 appendix B for SHA-1. */
const key = Buffer.from("12345678901234567890");

describe("time-based codes", () => {
  it.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("are those of RFC 6238 at %d seconds", (seconds, code) => {
    const step = stepAt(new Date(seconds * 1000));
    expect(totpCode(key, step)).toBe(code.slice(2));
  });

  it.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])("of a clock that is %d steps off: %s", (steps, accepted) => {
    const now = new Date("2026-11-21T09:00:10Z");
    const code = totpCode(key, stepAt(now) + steps);
    expect(stepOfCode(key, code, now) !== undefined).toBe(accepted);
  });

  it("are not accepted a second time, nor older ones after them", () => {
    const now = new Date("2026-11-21T09:00:10Z");
    const step = stepAt(now);
    expect(stepOfCode(key, totpCode(key, step), now, step)).toBeUndefined();
    expect(stepOfCode(key, totpCode(key, step - 1), now, step)).toBeUndefined();
    expect(stepOfCode(key, totpCode(key, step + 1), now, step)).toBe(step + 1);
  });

  it("come from a key that apps accept as base32, as in RFC 4648", () => {
    expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
    expect(base32(key)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    expect(keyUri(key, "asha@duka.test", "Duka Letu")).toBe(
      "otpauth://totp/Duka%20Letu:asha%40duka.test?issuer=Duka%20Letu&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30",
    );
  });
});
