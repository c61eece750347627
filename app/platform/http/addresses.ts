import { BlockList, isIP, isIPv4 } from "node:net";

/** An IPv4 address in its usual form; a dual-stack socket puts `::ffff:` before it. */
export const plainAddress = (address: string): string => {
  const bare = address.replace(/^::ffff:/i, "");
  return isIPv4(bare) ? bare : address;
};

export interface AddressList {
  has(address: string): boolean;
}

/**
 * Addresses and ranges (CIDR) separated by commas: `127.0.0.0/8, ::1`. @throws RangeError that names the
 * invalid part.
 */
export function parseAddresses(text: string): AddressList {
  const list = new BlockList();
  for (const part of text.split(",").map((piece) => piece.trim())) {
    const [address = "", prefix, ...more] = part.split("/");
    const longest = isIPv4(address) ? 32 : 128;
    const bits = prefix === undefined ? longest : Number(prefix || Number.NaN);
    if (isIP(address) === 0 || more.length > 0 || !Number.isInteger(bits) || bits < 0 || bits > longest)
      throw new RangeError(`“${part}” is neither an address nor a range such as 10.0.0.0/24`);
    list.addSubnet(address, bits, familyOf(address));
  }
  return {
    has(address) {
      const plain = plainAddress(address);
      return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
    },
  };
}

const familyOf = (address: string) => (isIPv4(address) ? "ipv4" : "ipv6");

/** This machine. */
export const loopbackAddresses = "127.0.0.0/8,::1";
