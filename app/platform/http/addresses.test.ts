import { describe, expect, it } from "vitest";
import { parseAddresses, plainAddress } from "./addresses.ts";

describe("a list of addresses", () => {
  const list = parseAddresses("10.0.0.5, 192.168.7.0/24,::1,2001:db8::/32");

  it.each(["10.0.0.5", "::ffff:10.0.0.5", "192.168.7.200", "::1", "2001:db8:1::2"])(
    "contains %s",
    (address) => {
      expect(list.has(address)).toBe(true);
    },
  );
  it.each(["10.0.0.6", "192.168.8.1", "::2", "", "10.0.0.5, 1.2.3.4", "localhost"])(
    "does not contain %s",
    (address) => {
      expect(list.has(address)).toBe(false);
    },
  );

  it.each(["", "10.0.0.5,", "10.0.0", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "nginx", "::1/129"])(
    "rejects %j",
    (text) => {
      expect(() => parseAddresses(text)).toThrow(RangeError);
    },
  );
});

it("an IPv4 address has one notation", () => {
  expect(["::ffff:10.0.0.5", "10.0.0.5", "::1", "fe80::1"].map(plainAddress)).toEqual([
    "10.0.0.5",
    "10.0.0.5",
    "::1",
    "fe80::1",
  ]);
});
