import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

/** Whether a name or address can only be this machine. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[?(::1|::ffff:127(\.\d+){3})\]?)$/i.test(host);

/** Whether a name is the server's public one. */
export const isOwnAddress = (host: string, appUrl: string | undefined): boolean =>
  appUrl !== undefined && new URL(appUrl).hostname === host;

/**
 * The host of `connect(port, host)`, `connect(options)`, or Node.js's normalised form; none for a socket
 * file.
 */
function hostOf(args: unknown[]): string | undefined {
  const [target, host] = (Array.isArray(args[0]) ? args[0] : args) as unknown[];
  if (target !== null && typeof target === "object") return (target as { host?: string }).host ?? undefined;
  return typeof host === "string" ? host : undefined;
}

/**
 * From now on, this process reaches only its own machine: every connection (`node:net` is under `fetch`,
 * undici, `node:http` and pg) and every name lookup is reported by `report`, and fails as without a network.
 */
export function refuseOutside(report: (what: string, host: string) => void): void {
  const refusal = (what: string, host: string) => {
    // Names of this kind never exist (RFC 6761), so no one is reached by them.
    if (!/\.invalid$/.test(host)) report(what, host);
    const lookupFailure = { code: "ENOTFOUND", syscall: "getaddrinfo" };
    return Object.assign(new Error(`${what}: tests stay on this machine`), lookupFailure);
  };
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    const host = hostOf(args);
    if (host === undefined || isLoopback(host)) return connect.apply(this, args as never);
    const error = refusal(`a connection to ${host}`, host);
    process.nextTick(() => this.destroy(error));
    return this;
  } as typeof connect;

  type Ask = (host: string, ...rest: unknown[]) => unknown;
  const refuseNames = (asks: Record<string, unknown>, refuse: (error: Error, rest: unknown[]) => unknown) => {
    for (const [name, ask] of Object.entries(asks).filter(([key]) => /^(lookup|resolve)/.test(key))) {
      asks[name] = (host: string, ...rest: unknown[]) =>
        isLoopback(host) || net.isIP(host)
          ? (ask as Ask)(host, ...rest)
          : refuse(refusal(`a question for the name ${host}`, host), rest);
    }
  };
  refuseNames(dns as unknown as Record<string, unknown>, (error, rest) =>
    process.nextTick(rest.at(-1) as (error: Error) => void, error),
  );
  refuseNames(dns.promises as unknown as Record<string, unknown>, (error) => Promise.reject(error));
  syncBuiltinESMExports();
}
