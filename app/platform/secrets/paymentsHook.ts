import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Config } from "#app/platform/config/config.server.ts";

type Secrets = Pick<Config, "paymentsHookSecret" | "previousPaymentsHookSecret">;
type Cfg = Secrets & Pick<Config, "appUrl" | "port" | "roles" | "apiBaseUrl">;

/** In constant time, whatever the lengths. */
export function safeEqual(a: string, b: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

/**
 * In hexadecimal digits, which never form a word that Safaricom refuses in an address (`sql`, `exe`, `cmd`).
 */
const macBy = (secret: string, text: string) =>
  createHmac("sha256", secret).update(text).digest("hex").slice(0, 40);

/** A MAC for a public address. */
export const macOf = (config: Secrets, text: string): string => macBy(config.paymentsHookSecret, text);

/** Whether a MAC is ours: made with the secret, or with the previous one while that is still accepted. */
export const macFits = (config: Secrets, text: string, mac: string): boolean =>
  [config.paymentsHookSecret, config.previousPaymentsHookSecret].some(
    (secret) => secret !== undefined && safeEqual(mac, macBy(secret, text)),
  );

const path = "path";

/** The secret part of the path: derived from the configured one, which also signs the tokens after it. */
export const hookPath = (config: Secrets): string => macOf(config, path);
export const isHookPath = (config: Secrets, secret: string): boolean => macFits(config, path, secret);

/** Where payment services reach us: simulators this process directly, others the public address. */
export function paymentsHookUrl(config: Cfg, isSimulated: boolean): string {
  const own = config.roles.has("api") ? `http://127.0.0.1:${config.port}` : config.apiBaseUrl;
  const origin = isSimulated ? (own ?? config.appUrl) : config.appUrl;
  return `${origin}/api/hooks/payments/${hookPath(config)}`;
}
