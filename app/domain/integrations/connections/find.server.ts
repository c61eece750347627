import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { connections, type ProviderName } from "#app/db/schema/integrations/connections.ts";
import { integrationsError } from "#app/domain/integrations/errors.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import { type OAuthVendor, oauthVendors } from "#app/platform/config/integrationsConfig.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { openSecret, sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import type { Credentials, OAuthAccess } from "#app/providers/integrations/oauth.server.ts";
import { nameOfService } from "./words.ts";

export type Connection = typeof connections.$inferSelect;
export type OneConnection = Pick<Connection, "orgId" | "id">;

export const ownConnection = ({ orgId, id }: OneConnection) =>
  and(eq(connections.orgId, orgId), eq(connections.id, id));

/** The organisation's connection with a service, connected or not; undefined if it was never connected. */
export async function connectionWith(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId">,
  provider: ProviderName,
): Promise<Connection | undefined> {
  const [found] = await tx
    .select()
    .from(connections)
    .where(and(eq(connections.orgId, ctx.orgId), eq(connections.provider, provider)))
    .for("update");
  return found;
}

/** @throws DomainError `connection.not_found` */
export async function requireConnection(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId">,
  provider: ProviderName,
): Promise<Connection> {
  const found = await connectionWith(tx, ctx, provider);
  if (!found || found.status === "disconnected") throw notFound("Connection");
  return found;
}

export const isOAuth = (provider: ProviderName): provider is OAuthVendor =>
  (oauthVendors as readonly string[]).includes(provider);

/** Our app's access to a service. @throws DomainError `connection.not_offered` */
export function accessBy(
  config: Pick<Config, "integrations">,
  vendor: OAuthVendor,
  account?: string | null,
): OAuthAccess {
  const app = config.integrations.apps[vendor];
  if (!app) throw integrationsError("connection.not_offered", { values: { vendor: nameOfService(vendor) } });
  return { vendor, app, allowLoopback: config.integrations.simulated, account: account ?? undefined };
}

const boundTo = ({ orgId, id }: OneConnection) => `connections:${orgId}:${id}`;

export const sealCredentials = (
  config: Pick<Config, "encryptionKeys">,
  connection: OneConnection,
  credentials: Credentials,
): string => sealSecret(config.encryptionKeys, boundTo(connection), JSON.stringify(credentials));

export const openCredentials = (
  config: Pick<Config, "encryptionKeys">,
  connection: OneConnection & { credentialsEncrypted: string },
): Credentials =>
  JSON.parse(
    openSecret(config.encryptionKeys, boundTo(connection), connection.credentialsEncrypted),
  ) as Credentials;

/** The service's redirect address after authorisation. */
export const callbackUrl = (config: Pick<Config, "appUrl">, provider: ProviderName): string =>
  `${config.appUrl}/integrations/${provider}/callback`;
export const hookUrl = (config: Pick<Config, "appUrl">, path: string): string =>
  `${config.appUrl}/api/hooks/integrations/${path}`;
