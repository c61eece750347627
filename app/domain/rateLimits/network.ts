import { isIPv6 } from "node:net";

/**
 * Who an address belongs to, for counting: an IPv6 customer has at least a /64 and may use every address of it, an
 * IPv4 customer has one address. `2001:db8:1:2::7` → `2001:db8:1:2::/64`; anything else stays as it is.
 */
export function networkOf(address: string): string {
  const bare = address.split("%")[0]!;
  if (!isIPv6(bare)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped) return mapped[1]!;
  const [head, tail] = canonical(bare).split("::");
  const groups = head ? head.split(":") : [];
  const last = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - last.length;
  return `${[...groups, ...Array<string>(zeros).fill("0"), ...last].slice(0, 4).join(":")}::/64`;
}

/** Lower case, without leading zeros and without dots (RFC 5952), as the URL parser writes it. */
const canonical = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);
