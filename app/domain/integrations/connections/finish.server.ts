import { and, eq, gt } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import {
  connectionAttempts,
  connections,
  type ProviderName,
} from "#app/db/schema/integrations/connections.ts";
import { integrationsError } from "#app/domain/integrations/errors.ts";
import { connected } from "#app/domain/integrations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OAuthVendor } from "#app/platform/config/integrationsConfig.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { ServiceRefused, ServiceUnreachable } from "#app/providers/integrations/call.server.ts";
import { exchangeCode, type Granted } from "#app/providers/integrations/oauth.server.ts";
import { attemptMinutes, attemptOver, hashOfState, openAttempt } from "./begin.server.ts";
import { accessBy, callbackUrl, connectionWith, sealCredentials } from "./find.server.ts";
import { noteLog } from "./log.server.ts";
import { serviceEvents } from "./serviceEvents.ts";
import { setUpService } from "./setUp.server.ts";
import { shopQueryFits } from "./shopQuery.ts";
import { nameOfService } from "./words.ts";

/** Services that are polled. */
const isRead = new Set<ProviderName>(["salesforce", "google_sheets"]);

/**
 * Completes an authorisation: uses up the session's state, exchanges the code with the PKCE verifier, and
 * stores the credentials, encrypted. @throws DomainError `connection.attempt_over`, `connection.refused`,
 * `connection.unreachable`
 */
export async function finishConnection({
  ctx,
  input,
}: Call<{
  provider: OAuthVendor;
  sessionId: string;
  state: string;
  code: string;
  shop: string;
  query: string;
}>): Promise<{ connectionId: string }> {
  const { provider, code } = input;
  const attempt = await takeAttempt(ctx, input);
  if (!attempt) throw attemptOver();
  const access = accessBy(ctx.config, provider, attempt.account);
  const isShops = input.shop === attempt.account && shopQueryFits(input.query, access.app.clientSecret);
  if (provider === "shopify" && !isShops) throw attemptOver();
  const { verifier } = openAttempt(ctx, attempt);
  const granted = await orRefusal(provider, () =>
    exchangeCode(access, { code, verifier, redirectUri: callbackUrl(ctx.config, provider) }),
  );
  const connection = await storeConnection({ ctx, input: { provider, granted } });
  await orRefusal(provider, () => setUpService(ctx, connection));
  return { connectionId: connection.id };
}

/** Deletes and returns the attempt of this state; undefined for another session's or an expired one. */
async function takeAttempt(
  ctx: OrgContext,
  { provider, sessionId, state }: { provider: OAuthVendor; sessionId: string; state: string },
) {
  const since = new Date(ctx.clock.now().getTime() - attemptMinutes * 60_000);
  const [attempt] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .delete(connectionAttempts)
      .where(
        and(
          eq(connectionAttempts.orgId, ctx.orgId),
          eq(connectionAttempts.stateHash, hashOfState(state)),
          eq(connectionAttempts.provider, provider),
          eq(connectionAttempts.sessionId, sessionId),
          gt(connectionAttempts.createdAt, since),
        ),
      )
      .returning(),
  );
  return attempt;
}

/** Turns a service's refusal into an error for the member. */
export async function orRefusal<T>(provider: ProviderName, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const service = nameOfService(provider);
    if (error instanceof ServiceRefused)
      throw integrationsError("connection.refused", {
        values: { service, message: error.message },
        cause: error,
      });
    if (error instanceof ServiceUnreachable)
      throw integrationsError("connection.unreachable", { values: { service }, cause: error });
    throw error;
  }
}

/** Stores a connection, replacing an earlier one. */
export async function storeConnection({
  ctx,
  input,
}: Call<{ provider: ProviderName; granted: Omit<Granted, "apiUrl"> & { apiUrl?: string }; keyId?: string }>) {
  return ctx.db.withOrg(ctx.orgId, (tx) => store(tx, ctx, input));
}

async function store(
  tx: Tx,
  ctx: OrgContext,
  { provider, granted, keyId }: Parameters<typeof storeConnection>[0]["input"],
) {
  const now = ctx.clock.now();
  const before = await connectionWith(tx, ctx, provider);
  const one = { orgId: ctx.orgId, id: before?.id ?? newId("icn", now.getTime()) };
  const { accessToken, refreshToken, apiUrl = "", expiresInSeconds, accountId, accountName } = granted;
  const events = serviceEvents[provider];
  const isSame = before?.accountId === accountId;
  const values = {
    status: "connected" as const,
    accountId,
    accountName,
    credentialsEncrypted: sealCredentials(ctx.config, one, { accessToken, refreshToken, apiUrl }),
    tokenExpiresAt: expiresInSeconds ? new Date(now.getTime() + expiresInSeconds * 1000) : null,
    refreshedAt: now,
    settings: keyId ? { keyId } : isSame ? before.settings : {},
    events,
    brokenReason: null,
    lastError: null,
    lastErrorAt: null,
    cursor: isSame ? before.cursor : null,
    nextRunAt: isRead.has(provider) ? now : null,
    createdBy: userOf(ctx.actor),
    connectedAt: now,
  };
  const [connection] = await tx
    .insert(connections)
    .values({ ...one, provider, ...values })
    .onConflictDoUpdate({ target: [connections.orgId, connections.provider], set: values })
    .returning();
  await noteLog(tx, ctx, one, { kind: "connection.made", detail: accountName });
  await record(tx, ctx, connected, {
    subject: one.id,
    data: { service: nameOfService(provider), account: accountName },
  });
  return connection!;
}
