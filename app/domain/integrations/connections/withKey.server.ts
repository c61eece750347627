import type { ProviderName } from "#app/db/schema/integrations/connections.ts";
import { integrationsError } from "#app/domain/integrations/errors.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { macFits, macOf } from "#app/platform/secrets/paymentsHook.ts";
import { registerPaybill } from "#app/providers/integrations/paybill.server.ts";
import { m } from "#messages";
import { hookUrl } from "./find.server.ts";
import { orRefusal, storeConnection } from "./finish.server.ts";
import { nameOfService } from "./words.ts";

interface PaybillKeys {
  shortcode: string;
  consumerKey: string;
  consumerSecret: string;
}

/** The unguessable part of a paybill's address, because M-Pesa signs nothing. */
export const paybillToken = (config: OrgContext["config"], orgId: string, shortcode: string): string =>
  `${orgId}.${shortcode}.${macOf(config, `paybill:${orgId}:${shortcode}`)}`;

/** The paybill in a token of ours; undefined for any other token. */
export function paybillOf(
  config: OrgContext["config"],
  token: string,
): { orgId: string; shortcode: string } | undefined {
  const [orgId = "", shortcode = "", mac = ""] = token.split(".");
  return macFits(config, `paybill:${orgId}:${shortcode}`, mac) ? { orgId, shortcode } : undefined;
}

/**
 * Connects a paybill with its keys from the Daraja portal. @throws DomainError `connection.keys_needed`,
 * `connection.refused`
 */
export async function connectPaybill({ ctx, input }: Call<PaybillKeys>) {
  const missing = (["shortcode", "consumerKey", "consumerSecret"] as const).filter(
    (name) => input[name] === "",
  );
  if (missing.length > 0)
    throw integrationsError("connection.keys_needed", {
      fields: Object.fromEntries(missing.map((name) => [name, m.errors_connection_key_required()])),
    });
  const { mpesaUrl, simulated } = ctx.config.integrations;
  const base = mpesaUrl ?? "https://api.safaricom.co.ke";
  const url = hookUrl(ctx.config, `paybill/${paybillToken(ctx.config, ctx.orgId, input.shortcode)}`);
  await orRefusal("mpesa_paybill", () => registerPaybill(base, input, url, simulated));
  const { shortcode, consumerKey, consumerSecret } = input;
  const granted = {
    accessToken: `${consumerKey}:${consumerSecret}`,
    accountId: shortcode,
    accountName: `Paybill ${shortcode}`,
  };
  const { id } = await storeConnection({ ctx, input: { provider: "mpesa_paybill", granted } });
  return { connectionId: id };
}

/** Connects a service that calls our API, and creates its key, which is returned only once. */
export async function connectByApiKey({
  ctx,
  input: { provider },
}: Call<{ provider: ProviderName }>): Promise<{ connectionId: string; key: string }> {
  const { keyId, key } = await createKey({
    ctx,
    input: {
      name: nameOfService(provider),
      mode: "live",
      scopes: [
        "messages:write",
        "contacts:write",
        "contacts:read",
        "templates:read",
        "webhooks:write",
        "webhooks:read",
      ],
      expiresAt: null,
    },
  });
  const granted = { accessToken: "", accountId: keyId, accountName: `Key ending in ${key.slice(-4)}` };
  const { id } = await storeConnection({ ctx, input: { provider, granted, keyId } });
  return { connectionId: id, key };
}
