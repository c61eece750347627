import { eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { providerTokens } from "#app/db/schema/money/payments.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { DarajaConfig } from "#app/platform/config/darajaConfig.ts";
import { openSecret, sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import type { DarajaCaller } from "./call.server.ts";

/** A token is valid for an hour; a new one is requested a little before its end. */
const marginMs = 5 * 60_000;
const lockNumber = 728391020;

/**
 * The access token, shared by all processes: requesting another may end the one before
 * (docs/facts/mpesa-daraja.md §1), so refreshing it takes a lock, and later callers find the new one.
 * `refused` is the token that Daraja no longer accepts.
 */
export function createTokens(options: {
  daraja: DarajaConfig;
  encryptionKeys: Config["encryptionKeys"];
  db: Database;
  clock: Clock;
  call: DarajaCaller;
}): (refused?: string) => Promise<string> {
  const { daraja, db, clock, encryptionKeys } = options;
  const provider = `daraja:${daraja.consumerKey}`;
  const isGood = (expiresAt: Date) => expiresAt.getTime() - marginMs > clock.now().getTime();
  let known: { token: string; expiresAt: Date } | undefined;
  return async (refused) => {
    if (known && known.token !== refused && isGood(known.expiresAt)) return known.token;
    known = await db.withSystem(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
      const [stored] = await tx.select().from(providerTokens).where(eq(providerTokens.provider, provider));
      const token = stored && openSecret(encryptionKeys, provider, stored.tokenEncrypted);
      if (stored && token && token !== refused && isGood(stored.expiresAt))
        return { token, expiresAt: stored.expiresAt };
      const fresh = await askForToken(options.call, daraja);
      const expiresAt = new Date(clock.now().getTime() + fresh.expiresInSeconds * 1000);
      const tokenEncrypted = sealSecret(encryptionKeys, provider, fresh.token);
      await tx
        .insert(providerTokens)
        .values({ provider, tokenEncrypted, expiresAt })
        .onConflictDoUpdate({ target: providerTokens.provider, set: { tokenEncrypted, expiresAt } });
      return { token: fresh.token, expiresAt };
    });
    return known.token;
  };
}

async function askForToken(call: DarajaCaller, { consumerKey, consumerSecret }: DarajaConfig) {
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64");
  const answer = await call<{ access_token: string; expires_in: string | number }>({
    method: "GET",
    path: "/oauth/v1/generate?grant_type=client_credentials",
    authorization: `Basic ${basic}`,
  });
  return { token: answer.access_token, expiresInSeconds: Number(answer.expires_in) };
}
