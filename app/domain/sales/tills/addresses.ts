import type { Config } from "#app/platform/config/config.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { macFits, macOf, paymentsHookUrl } from "#app/platform/secrets/paymentsHook.ts";

type Cfg = Parameters<typeof paymentsHookUrl>[0] & Pick<Config, "daraja">;

/** The till of an address, and the prompt or query that it was made for. */
export interface TillAddress {
  orgId: OrgId;
  tillId: string;
  /** The version of the till's own address, or the id of a prompt or query. */
  subject: string;
}

const signed = ({ orgId, tillId, subject }: TillAddress) => `till:${orgId}:${tillId}:${subject}`;

/** Where M-Pesa posts: the organisation is part of the address, so no table of all organisations is read. */
export const tillUrl = (
  config: Cfg,
  kind: "confirmations" | "validations" | "prompts" | "results" | "timeouts",
  address: TillAddress,
): string =>
  `${paymentsHookUrl(config, config.daraja?.simulated ?? false)}/tills/${kind}/${[address.orgId, address.tillId, address.subject, macOf(config, signed(address))].join(".")}`;

/** The address in a token of ours; undefined for any other token. */
export function tillOfToken(config: Cfg, token: string): TillAddress | undefined {
  const [orgId = "", tillId = "", subject = "", mac = ""] = token.split(".");
  const address = { orgId: orgId as OrgId, tillId, subject };
  return macFits(config, signed(address), mac) ? address : undefined;
}

const graceMs = 24 * 3_600_000;

/**
 * Whether a version of a till's address is accepted: the current one, the one before for a day, and the next one,
 * which M-Pesa can use before its registration is stored.
 */
export function versionIsOpen(
  till: { hookVersion: number; hookChangedAt: Date | null },
  version: string,
  now: Date,
): boolean {
  if (version === String(till.hookVersion) || version === String(till.hookVersion + 1)) return true;
  const changedAt = till.hookChangedAt?.getTime() ?? 0;
  return version === String(till.hookVersion - 1) && now.getTime() - changedAt < graceMs;
}
