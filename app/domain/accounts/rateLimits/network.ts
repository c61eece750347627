import { isIPv6 } from "node:net";

/**
 * The owner of an address, for counting: an IPv6 customer has at least a /64 and may use every address of it,
 * an IPv4 customer has one address. `2001:db8:1:2::7` → `2001:db8:1:2::/64`; anything else is returned
 * unchanged.
 */
export function networkOf(address: string): string {
  return ipv4Within(address) ?? prefixOf(address, 4) ?? address;
}

/** The /48 of an IPv6 address: a tunnel or an office has one, with 65,536 networks. Undefined for others. */
export const ipv6SiteOf = (address: string): string | undefined =>
  ipv4Within(address) === undefined ? prefixOf(address, 3) : undefined;

const ipv4Within = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];

/** So many groups of an IPv6 address, as a network; undefined when it is not one. */
function prefixOf(address: string, groupCount: number): string | undefined {
  const bare = address.split("%")[0]!;
  if (!isIPv6(bare)) return undefined;
  const [head, tail] = canonical(bare).split("::");
  const groups = head ? head.split(":") : [];
  const last = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - last.length;
  const all = [...groups, ...Array<string>(zeros).fill("0"), ...last];
  return `${all.slice(0, groupCount).join(":")}::/${groupCount * 16}`;
}

/** Lower case, without leading zeros and without dots (RFC 5952), as the URL parser writes it. */
const canonical = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);
