import { describe, expect, it } from "vitest";
import { isCommonPassword } from "./commonPasswords.ts";

describe("common passwords", () => {
  it.each([
    "password",
    "PASSWORD",
    "password1",
    "Password123!",
    "qwertyuiop",
    "safaricom2024",
    "nairobi254",
    "karibu-tarishi",
    "aaaaaaaaaaaa",
  ])("knows %s", (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(["maziwa-lala-72", "correct horse battery", "Tq9#vLp2"])("lets %s pass", (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});
