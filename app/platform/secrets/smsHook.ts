import type { OrgId } from "#app/platform/ids.ts";
import { macFits, macOf, paymentsHookUrl } from "./paymentsHook.ts";

type Cfg = Parameters<typeof paymentsHookUrl>[0];

/** `platform`: the account that organisations without their own share. */
export type SmsOwner = OrgId | "platform";

const signed = (owner: SmsOwner) => `sms:${owner}`;

/** Where the SMS service posts for an account: its dashboard has one address of each kind. */
export function smsHookUrls(config: Cfg, owner: SmsOwner, isSimulated: boolean) {
  const { origin } = new URL(paymentsHookUrl(config, isSimulated));
  const base = `${origin}/api/hooks/sms/${owner}.${macOf(config, signed(owner))}`;
  return { reports: `${base}/reports`, incoming: `${base}/incoming`, optOuts: `${base}/opt-outs` };
}

/** The account of a token in such an address; undefined for any other token. */
export function smsOwnerOf(config: Cfg, token: string): SmsOwner | undefined {
  const [owner = "", mac = ""] = token.split(".");
  return macFits(config, signed(owner as SmsOwner), mac) ? (owner as SmsOwner) : undefined;
}
