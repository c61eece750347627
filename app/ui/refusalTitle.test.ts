import { describe, expect, it } from "vitest";
import { refusalTitle } from "#app/ui/refusalTitle.ts";

describe("the title of a refusal without a field", () => {
  it.each([
    ["rate_limit.exceeded", "Please wait a moment"],
    ["otp.resend_too_soon", "Please wait a moment"],
    ["otp.wrong", "The code was rejected"],
    ["otp.exhausted", "The code was rejected"],
    ["password_reset.link_invalid", "That didn’t work"],
    [undefined, "That didn’t work"],
  ])("for %s: %s", (code, title) => expect(refusalTitle(code)).toBe(title));
});
