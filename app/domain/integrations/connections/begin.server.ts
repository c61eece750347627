import { createHash } from "node:crypto";
import { and, desc, eq, gt } from "drizzle-orm";
import { connectionAttempts } from "#app/db/schema/integrations/connections.ts";
import { integrationsError } from "#app/domain/integrations/errors.ts";
import type { OAuthVendor } from "#app/platform/config/integrationsConfig.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { randomToken } from "#app/platform/secrets/random.ts";
import { openSecret, sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import { authorizeUrl } from "#app/providers/integrations/oauth.server.ts";
import { accessBy, callbackUrl } from "./find.server.ts";
import { nameOfService } from "./words.ts";

export const attemptMinutes = 15;

export const hashOfState = (state: string): string => createHash("sha256").update(state).digest("hex");
const boundTo = (orgId: string, id: string) => `connection_attempts:${orgId}:${id}`;

interface Secret {
  state: string;
  verifier: string;
}

type Attempt = typeof connectionAttempts.$inferSelect;

export const openAttempt = (
  ctx: Pick<OrgContext, "config">,
  { orgId, id, secretEncrypted }: Attempt,
): Secret => JSON.parse(openSecret(ctx.config.encryptionKeys, boundTo(orgId, id), secretEncrypted)) as Secret;

/**
 * Starts an authorisation, with a PKCE verifier and a state that is valid once, for this session, for 15
 * minutes. @throws DomainError `connection.not_offered`, `connection.shop_needed`
 */
export async function beginConnection({
  ctx,
  input,
}: Call<{ provider: OAuthVendor; sessionId: string; shop: string }>): Promise<{ attemptId: string }> {
  const { provider, sessionId, shop } = input;
  accessBy(ctx.config, provider);
  if (provider === "shopify" && shop === "")
    throw integrationsError("connection.shop_needed", { field: "shop" });
  const now = ctx.clock.now();
  const id = newId("ica", now.getTime());
  const secret: Secret = {
    state: randomToken(32),
    verifier: randomToken(48),
  };
  await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.insert(connectionAttempts).values({
      orgId: ctx.orgId,
      id,
      provider,
      sessionId,
      stateHash: hashOfState(secret.state),
      secretEncrypted: sealSecret(ctx.config.encryptionKeys, boundTo(ctx.orgId, id), JSON.stringify(secret)),
      account: provider === "shopify" ? shop : null,
      createdAt: now,
    }),
  );
  return { attemptId: id };
}

/** The service's page for the session's latest attempt. @throws DomainError `connection.attempt_over` */
export async function continueConnection({
  ctx,
  input: { provider, sessionId },
}: Call<{ provider: OAuthVendor; sessionId: string }>): Promise<{
  url: string;
  service: string;
  host: string;
}> {
  const [attempt] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(connectionAttempts)
      .where(
        and(
          eq(connectionAttempts.orgId, ctx.orgId),
          eq(connectionAttempts.provider, provider),
          eq(connectionAttempts.sessionId, sessionId),
          gt(connectionAttempts.createdAt, new Date(ctx.clock.now().getTime() - attemptMinutes * 60_000)),
        ),
      )
      .orderBy(desc(connectionAttempts.createdAt), desc(connectionAttempts.id))
      .limit(1),
  );
  if (!attempt) throw attemptOver();
  const { state, verifier } = openAttempt(ctx, attempt);
  const url = authorizeUrl(accessBy(ctx.config, provider, attempt.account), {
    state,
    challenge: createHash("sha256").update(verifier).digest("base64url"),
    redirectUri: callbackUrl(ctx.config, provider),
  });
  return { url, service: nameOfService(provider), host: new URL(url).host };
}

export const attemptOver = () => integrationsError("connection.attempt_over");
