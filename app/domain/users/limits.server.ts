import { createHmac } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Services, VisitorContext } from "#app/api/context.ts";
import { rateLimits } from "#app/db/schema/identity.ts";
import { networkOf } from "#app/domain/rateLimits/network.ts";
import { giveBackToLimit, takeFromLimit } from "#app/domain/rateLimits/take.server.ts";

interface Limit {
  max: number;
  windowSeconds: number;
}

/**
 * How often a door opens for one account, and for one address, which may be a whole office behind one router. Where the
 * account has no limit, strangers would close the door with it; its verb keeps the mails few in another way.
 */
const doors = {
  signin: { account: { max: 10, windowSeconds: 900 }, address: { max: 200, windowSeconds: 900 } },
  signup: { account: { max: 10, windowSeconds: 3600 }, address: { max: 100, windowSeconds: 3600 } },
  "verify-otp": { account: { max: 20, windowSeconds: 900 }, address: { max: 200, windowSeconds: 900 } },
  "resend-otp": { account: { max: 6, windowSeconds: 3600 }, address: { max: 100, windowSeconds: 3600 } },
  "forgot-password": { account: null, address: { max: 50, windowSeconds: 3600 } },
  "reset-password": { account: { max: 10, windowSeconds: 900 }, address: { max: 100, windowSeconds: 900 } },
  "change-password": { account: { max: 10, windowSeconds: 900 }, address: { max: 200, windowSeconds: 900 } },
  "second-factor": { account: { max: 5, windowSeconds: 600 }, address: { max: 200, windowSeconds: 900 } },
} as const satisfies Record<string, { account: Limit | null; address: Limit }>;

export type Door = keyof typeof doors;

/** Counters hold no e-mail and no address, only what the session secret makes of them. */
export const subjectOf = (services: Pick<Services, "config">, text: string) =>
  createHmac("sha256", services.config.sessionSecret)
    .update(`limit:${text}`)
    .digest("base64url")
    .slice(0, 22);

const keysOf = (ctx: VisitorContext, door: Door, account: string) => ({
  address: `${door}:address:${subjectOf(ctx, networkOf(ctx.caller.ipAddress))}`,
  account: `${door}:account:${subjectOf(ctx, account)}`,
});

/**
 * Counts one attempt for the address and for the account, whether the account exists or not. `account` is what stands
 * for it: an e-mail, an id, or a browser that the user is known to have.
 * @throws DomainError `rate_limit.exceeded` (429).
 */
export async function takeAttempt(ctx: VisitorContext, door: Door, account: string): Promise<void> {
  const keys = keysOf(ctx, door, account);
  await takeFromLimit(ctx, keys.address, doors[door].address);
  const limit = doors[door].account;
  if (limit) await takeFromLimit(ctx, keys.account, limit);
}

/** Takes an attempt back that was right, so that only guessing is limited. */
export async function giveBackAttempt(ctx: VisitorContext, door: Door, account: string): Promise<void> {
  const keys = keysOf(ctx, door, account);
  await giveBackToLimit(ctx, keys.address, doors[door].address);
  const limit = doors[door].account;
  if (limit) await giveBackToLimit(ctx, keys.account, limit);
}

/**
 * Starts a pause for a subject, unless one is running. Answers the seconds that are left of a running one, else 0.
 * One row for all processes, so that two requests at once start it once.
 */
export async function startPause(
  services: Pick<Services, "db" | "clock" | "config">,
  door: Door,
  account: string,
  seconds: number,
): Promise<number> {
  const now = services.clock.now();
  const key = `${door}:pause:${subjectOf(services, account)}`;
  const until = new Date(now.getTime() + seconds * 1000);
  return services.db.withSystem(async (tx) => {
    const [started] = await tx
      .insert(rateLimits)
      .values({ key, hits: 1, expiresAt: until })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: { expiresAt: until },
        setWhere: sql`${rateLimits.expiresAt} <= ${now.toISOString()}::timestamptz`,
      })
      .returning({ key: rateLimits.key });
    return started ? 0 : secondsLeft(await tx.select().from(rateLimits).where(eq(rateLimits.key, key)), now);
  });
}

const secondsLeft = (rows: { expiresAt: Date }[], now: Date) =>
  Math.max(0, Math.ceil(((rows[0]?.expiresAt.getTime() ?? 0) - now.getTime()) / 1000));
