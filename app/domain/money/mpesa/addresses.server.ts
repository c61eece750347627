import type { Config } from "#app/platform/config/config.server.ts";
import { macFits, macOf, paymentsHookUrl } from "#app/platform/secrets/paymentsHook.ts";

type Cfg = Pick<
  Config,
  "appUrl" | "daraja" | "paymentsHookSecret" | "previousPaymentsHookSecret" | "port" | "roles" | "apiBaseUrl"
>;
export type CallbackKind = "prompts" | "results" | "timeouts";

const base = (config: Cfg): string => paymentsHookUrl(config, config.daraja?.simulated ?? false);

/** The unguessable callback address of one prompt, payout or query. */
export const callbackUrl = (config: Cfg, kind: CallbackKind, subjectId: string): string =>
  `${base(config)}/${kind}/${subjectId}.${macOf(config, subjectId)}`;

export const resultUrls = (config: Cfg, subjectId: string) => ({
  resultUrl: callbackUrl(config, "results", subjectId),
  timeoutUrl: callbackUrl(config, "timeouts", subjectId),
});

export const paybillUrls = (config: Cfg) => ({
  confirmationUrl: `${base(config)}/confirmations`,
  validationUrl: `${base(config)}/validations`,
});

/** The id in a token of ours; undefined for any other token. */
export function subjectOfToken(config: Cfg, token: string): string | undefined {
  const [subjectId = "", mac = ""] = token.split(".");
  return macFits(config, subjectId, mac) ? subjectId : undefined;
}
