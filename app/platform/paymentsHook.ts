import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Config } from "./config.server.ts";

type Cfg = Pick<Config, "appUrl" | "paymentsHookSecret" | "port" | "roles" | "apiBaseUrl">;

/** In constant time, whatever the lengths. */
export function safeEqual(a: string, b: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

/** In hexadecimal digits, which never make a word that Safaricom refuses in an address (`sql`, `exe`, `cmd`). */
export const macOf = (config: Cfg, text: string) =>
  createHmac("sha256", config.paymentsHookSecret).update(text).digest("hex").slice(0, 40);

/** The secret part of the path: not the configured one itself, which also proves the tokens behind it. */
export const hookPath = (config: Cfg): string => macOf(config, "path");

/** Where payment services reach us: a simulator this process, without going through a proxy; others the public address. */
export function paymentsHookUrl(config: Cfg, isSimulated: boolean): string {
  const own = config.roles.has("api") ? `http://127.0.0.1:${config.port}` : config.apiBaseUrl;
  const origin = isSimulated ? (own ?? config.appUrl) : config.appUrl;
  return `${origin}/api/hooks/payments/${hookPath(config)}`;
}
