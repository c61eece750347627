import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Database, Tx } from "#app/db/client.server.ts";
import { providerTokens } from "#app/db/schema/money/payments.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { MerchantKeys } from "#app/platform/gates/daraja.ts";
import { openSecret, sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import type { DarajaCaller } from "./call.server.ts";

/** A token is valid for an hour; a new one is requested a little before its end. */
const marginMs = 5 * 60_000;

type App = Pick<MerchantKeys, "consumerKey" | "consumerSecret">;

/**
 * The access token of a merchant's app, shared by all processes: requesting another may end the one before
 * (docs/facts/mpesa-daraja.md §1), so refreshing it takes a lock, and later callers find the new one.
 * `refused` is the token that Daraja no longer accepts.
 */
export function createTokens(options: {
  encryptionKeys: Config["encryptionKeys"];
  db: Database;
  clock: Clock;
  call: DarajaCaller;
}): (app: App, refused?: string) => Promise<string> {
  const { db, clock, encryptionKeys } = options;
  const isGood = (expiresAt: Date) => expiresAt.getTime() - marginMs > clock.now().getTime();
  const known = new Map<string, { token: string; expiresAt: Date }>();

  async function storedOrFresh(tx: Tx, provider: string, app: App, refused: string | undefined) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${provider}, 0))`);
    const [stored] = await tx.select().from(providerTokens).where(eq(providerTokens.provider, provider));
    const token = stored && openSecret(encryptionKeys, provider, stored.tokenEncrypted);
    if (stored && token && token !== refused && isGood(stored.expiresAt))
      return { token, expiresAt: stored.expiresAt };
    const fresh = await askForToken(options.call, app);
    const expiresAt = new Date(clock.now().getTime() + fresh.expiresInSeconds * 1000);
    const tokenEncrypted = sealSecret(encryptionKeys, provider, fresh.token);
    await tx
      .insert(providerTokens)
      .values({ provider, tokenEncrypted, expiresAt })
      .onConflictDoUpdate({ target: providerTokens.provider, set: { tokenEncrypted, expiresAt } });
    return { token: fresh.token, expiresAt };
  }

  return async (app, refused) => {
    const provider = providerOf(app);
    const last = known.get(provider);
    if (last && last.token !== refused && isGood(last.expiresAt)) return last.token;
    const found = await db.withSystem((tx) => storedOrFresh(tx, provider, app, refused));
    known.set(provider, found);
    return found.token;
  };
}

/** The secret is part of it: whoever types the key of another merchant's app does not get its token. */
const providerOf = ({ consumerKey, consumerSecret }: App) =>
  `daraja:${createHash("sha256").update(`${consumerKey}:${consumerSecret}`).digest("hex")}`;

async function askForToken(call: DarajaCaller, { consumerKey, consumerSecret }: App) {
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64");
  const answer = await call<{ access_token: string; expires_in: string | number }>({
    method: "GET",
    path: "/oauth/v1/generate?grant_type=client_credentials",
    authorization: `Basic ${basic}`,
  });
  return { token: answer.access_token, expiresInSeconds: Number(answer.expires_in) };
}
