import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { loopbackAddresses, parseAddresses } from "#app/platform/http/addresses.ts";

/**
 * Networks that are not the public internet (IANA special-purpose registries): this network, private,
 * shared (CGNAT), link-local with the clouds' metadata, test, benchmark, multicast, reserved; unique local,
 * site-local, and IPv4 addresses embedded in IPv6 (compatible, NAT64, 6to4, Teredo; mapped ones are refused
 * below, since a list treats them as the IPv4 address).
 */
const notPublic = parseAddresses(
  "0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.0.2.0/24," +
    "192.88.99.0/24,192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,224.0.0.0/4,240.0.0.0/4," +
    "::/96,64:ff9b::/96,64:ff9b:1::/48,100::/64,2001::/23,2001:db8::/32,2002::/16," +
    "3fff::/20,fc00::/7,fe80::/10,fec0::/10,ff00::/8",
);
const loopback = parseAddresses(loopbackAddresses);

export interface AddressRules {
  /** A sandbox may call systems on its own machine. */
  allowLoopback: boolean;
}

/** An address that must not be called, with the reason for the delivery log. */
export class ForbiddenAddress extends Error {
  override name = "ForbiddenAddress";
}

const isMapped = (address: string) => /^(::|(0+:){5})ffff:/i.test(address);

export const isForbidden = (address: string, { allowLoopback }: AddressRules): boolean =>
  isIP(address) === 0 ||
  ((isMapped(address) || notPublic.has(address)) && !(allowLoopback && loopback.has(address)));

/** The host of a URL, without the brackets of IPv6. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/** An address written as a number, which no lookup checks. */
export const isForbiddenHost = (url: URL, rules: AddressRules): boolean =>
  isIP(hostOf(url)) !== 0 && isForbidden(hostOf(url), rules);

const ports = new Set(["", "443", "8443"]);

/** The protocol's own port, or another web port: we must not be used to reach other services. */
export const hasUsualPort = ({ port }: URL): boolean => ports.has(port);

/**
 * Why this address may not be an endpoint, as text; null when it may. A name is checked again at every call,
 * by its resolved addresses. The URL parser has already normalised octal, hexadecimal and short spellings of
 * IPv4.
 */
export function refusalOfUrl(text: string, rules: AddressRules): string | null {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return "Give an address that begins with https://.";
  if (url.username || url.password) return "Leave user name and password out of the address.";
  const host = hostOf(url);
  const isOwn = host === "localhost" || host.endsWith(".localhost") || loopback.has(host);
  if (isOwn && rules.allowLoopback) return null;
  if (url.protocol !== "https:") return "The address must begin with https://.";
  if (isOwn || isForbiddenHost(url, rules)) return "This address is not on the public internet.";
  if (!hasUsualPort(url)) return "Use port 443 or 8443.";
  if (isIP(host) === 0 && !host.includes(".")) return "Give a full host name, such as hooks.example.com.";
  return null;
}

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;
type LookupCallback = (error: Error | null, addresses: { address: string; family: number }[]) => void;

const resolveAll: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/**
 * A `lookup` for connections: resolves the name once and refuses it if any of its addresses is forbidden. The
 * connection uses the returned address, so DNS rebinding gains nothing.
 */
export function guardedLookup(rules: AddressRules, resolve: Resolve = resolveAll) {
  return (host: string, _options: unknown, callback: LookupCallback): void => {
    resolve(host).then(
      (addresses) => {
        const bad = addresses.find(({ address }) => isForbidden(address, rules));
        if (addresses.length === 0) callback(new Error(`${host} has no address`), []);
        else if (bad)
          callback(new ForbiddenAddress(`${host} leads to ${bad.address}, which is not public.`), []);
        else callback(null, addresses);
      },
      (error: Error) => callback(error, []),
    );
  };
}
