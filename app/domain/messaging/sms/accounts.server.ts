import type { smsSettings } from "#app/db/schema/messaging/sms.ts";
import type { Services } from "#app/platform/context.ts";
import type { SmsAccount } from "#app/platform/gates/sms.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { openSecret, sealSecret } from "#app/platform/secrets/secretBox.server.ts";

type Settings = typeof smsSettings.$inferSelect;
type Secrets = { config: Pick<Services["config"], "encryptionKeys"> };

const boundTo = (orgId: OrgId) => `sms:${orgId}`;

export const sealApiKey = ({ config }: Secrets, orgId: OrgId, apiKey: string) =>
  sealSecret(config.encryptionKeys, boundTo(orgId), apiKey);

/** The account that an organisation sends by, with its sender name; undefined: the platform has none. */
export function accountOf(
  services: Pick<Services, "config" | "sms">,
  settings: Pick<Settings, "orgId" | "account" | "username" | "apiKeyEncrypted" | "senderName">,
): { account: SmsAccount; from: string | undefined } | undefined {
  const { config, sms } = services;
  if (settings.account === "platform")
    return config.sms.account && { account: sms.of(config.sms.account), from: config.sms.senderName };
  const apiKey = openSecret(config.encryptionKeys, boundTo(settings.orgId), settings.apiKeyEncrypted!);
  return {
    account: sms.of({ username: settings.username!, apiKey }),
    from: settings.senderName ?? undefined,
  };
}
