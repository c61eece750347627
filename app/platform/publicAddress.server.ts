import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type AddressList, parseAddresses, plainAddress } from "./addresses.ts";

/** Everything that is not the public internet: this machine, private and shared networks, link-local (with the clouds' metadata), documentation, multicast. */
const inside = parseAddresses(
  [
    "0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.0.2.0/24,192.88.99.0/24",
    "192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,224.0.0.0/4,240.0.0.0/4",
    "::/128,::1/128,64:ff9b::/96,64:ff9b:1::/48,100::/64,2001::/23,2001:db8::/32,2002::/16,fc00::/7,fe80::/10,ff00::/8",
  ].join(","),
);

/** An address that a customer of ours may make us call. `allowed`: of the inside nevertheless, as in a sandbox. */
export const isPublic = (address: string, allowed?: AddressList): boolean => {
  const plain = plainAddress(address);
  return isIP(plain) !== 0 && (!inside.has(plain) || allowed?.has(plain) === true);
};

/** The name leads to the inside of a network, or nowhere. */
export class PrivateAddressError extends Error {
  override name = "PrivateAddressError";
  readonly problem: "no_host" | "private_host";
  constructor(problem: PrivateAddressError["problem"]) {
    super(problem === "no_host" ? "The host has no address." : "The host is not on the public internet.");
    this.problem = problem;
  }
}

/**
 * The address to call for a host name: one that was looked at, so that no second look-up leads elsewhere.
 * @throws PrivateAddressError when any of its addresses is not public
 */
export async function publicAddressOf(hostname: string, allowed?: AddressList): Promise<string> {
  const bare = hostname.replace(/^\[|\]$/g, "");
  const found = isIP(bare)
    ? [bare]
    : (await lookup(bare, { all: true }).catch(() => [])).map(({ address }) => address);
  const [first] = found;
  if (first === undefined) throw new PrivateAddressError("no_host");
  if (!found.every((address) => isPublic(address, allowed))) throw new PrivateAddressError("private_host");
  return first;
}
