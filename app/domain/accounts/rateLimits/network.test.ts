import { expect, it } from "vitest";
import { ipv6SiteOf, networkOf } from "./network.ts";

it.each([
  ["2001:db8:1:2::7", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b:1:2:3:4:1.2.3.4", "64:ff9b:1:2::/64"],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["10.1.2.3", "10.1.2.3"],
  ["unknown", "unknown"],
])("%s is counted as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ["2001:db8:1:2::7", "2001:db8:1::/48"],
  ["2001:db8:1:ffff::7", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0::/48"],
  ["::ffff:10.1.2.3", undefined],
  ["10.1.2.3", undefined],
  ["unknown", undefined],
])("%s lies in the site %s", (address, site) => {
  expect(ipv6SiteOf(address)).toBe(site);
});
