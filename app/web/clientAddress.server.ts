import { isIP } from "node:net";
import { type AddressList, plainAddress } from "#app/platform/http/addresses.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";

/**
 * The client's address: the socket's, or the last one that a trusted proxy adds to `X-Forwarded-For`. Another
 * process with the role `web` is such a proxy too.
 */
export function createClientAddress(options: { trustedProxies: AddressList; log: Logger }) {
  const { trustedProxies, log } = options;
  // Logged once: a visitor may send the header as often as they like.
  let isLogged = false;
  return (socketAddress: string, forwardedFor: string | undefined): string => {
    const own = plainAddress(socketAddress);
    if (forwardedFor === undefined) return own;
    if (!trustedProxies.has(own)) {
      if (!isLogged)
        log.warn({ address: own }, "X-Forwarded-For is ignored: its sender is not in TRUSTED_PROXIES");
      isLogged = true;
      return own;
    }
    const last = plainAddress(forwardedFor.split(",").at(-1)?.trim() ?? "");
    return isIP(last) === 0 ? own : last;
  };
}
