import { describe, expect, it } from "vitest";
import { profileName } from "./profileName.ts";

describe("the name on a WhatsApp profile", () => {
  it.each([
    "+254790111001",
    "254790111001",
    " +254 (0) 790-111.001 ",
    "0790 111 001",
    "\u202a+254 790 111 001\u202c",
    "\u0660\u0667\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668",
  ])("is not used when it is a phone number: %j", (text) => {
    expect(profileName(text)).toBe("");
  });

  it.each(["Wanjiru", "Mama 2", "Duka 0790111001", "007", "2026", "王芳", "🌻"])("is kept: %j", (text) => {
    expect(profileName(text)).toBe(text);
  });

  it("is trimmed, cut to a contact name's length, and may be missing", () => {
    expect([profileName("  Asha  "), profileName("a".repeat(300)).length, profileName(undefined)]).toEqual([
      "Asha",
      200,
      "",
    ]);
  });
});
