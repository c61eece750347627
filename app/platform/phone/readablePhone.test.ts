import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { expect, it } from "vitest";
import { readablePhone } from "./readablePhone.ts";

it.each(["+254202222222", "+254412223344", "+2545722334", "+255621234567"])(
  "the number %s is formatted as in its country",
  (phone) => {
    expect(readablePhone(phone)).toBe(parsePhoneNumberFromString(phone)?.formatInternational());
  },
);

it("mobile numbers are grouped in threes, and other text is unchanged", () => {
  expect(readablePhone("+254712345678")).toBe("+254 712 345 678");
  expect(readablePhone("+256701234567")).toBe("+256 701 234 567");
  for (const text of ["+447911123456", "Asha", "", "+254 700 111 222"])
    expect(readablePhone(text)).toBe(text);
});
