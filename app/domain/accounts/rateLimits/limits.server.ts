import { createHmac } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { rateLimits } from "#app/db/schema/accounts/sessions.ts";
import type { Services, VisitorContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { countHit, uncountHit } from "./countHit.server.ts";
import { ipv6SiteOf, networkOf } from "./network.ts";

interface Limit {
  max: number;
  windowSeconds: number;
}

/** A six-digit code can be guessed slowly too: of these a day, one in 33,000 is right. */
const wrongCodesADay = { max: 30, windowSeconds: 86_400 };

/**
 * Attempts per account, and per address, which may be a whole office behind one router. An account without a
 * limit could otherwise be locked by strangers; its verb limits the emails in another way.
 */
const attemptLimits = {
  signin: { account: [{ max: 10, windowSeconds: 900 }], address: { max: 200, windowSeconds: 900 } },
  signup: { account: [{ max: 10, windowSeconds: 3600 }], address: { max: 100, windowSeconds: 3600 } },
  "verify-otp": {
    account: [{ max: 20, windowSeconds: 900 }, wrongCodesADay],
    address: { max: 200, windowSeconds: 900 },
  },
  "resend-otp": { account: [{ max: 6, windowSeconds: 3600 }], address: { max: 100, windowSeconds: 3600 } },
  "forgot-password": { account: [], address: { max: 50, windowSeconds: 3600 } },
  "reset-password": { account: [{ max: 10, windowSeconds: 900 }], address: { max: 100, windowSeconds: 900 } },
  "change-password": {
    account: [{ max: 10, windowSeconds: 900 }],
    address: { max: 200, windowSeconds: 900 },
  },
  "change-email": { account: [{ max: 10, windowSeconds: 3600 }], address: { max: 100, windowSeconds: 3600 } },
  "change-email-code": {
    account: [{ max: 20, windowSeconds: 900 }, wrongCodesADay],
    address: { max: 200, windowSeconds: 900 },
  },
  "second-factor": { account: [{ max: 5, windowSeconds: 600 }], address: { max: 200, windowSeconds: 900 } },
} as const satisfies Record<string, { account: readonly Limit[]; address: Limit }>;

/** An IPv6 tunnel has a network per try; all of them together get as many as ten routers. */
const networksInSite = 10;

export type AttemptKind = keyof typeof attemptLimits;

/** Counters contain no addresses, only their MAC with the session secret. */
export const subjectOf = (services: Pick<Services, "config">, text: string) =>
  createHmac("sha256", services.config.sessionSecret)
    .update(`limit:${text}`)
    .digest("base64url")
    .slice(0, 22);

/** All counters of an attempt: the address's first, so that one address can't use up the account's. */
function countersOf(
  ctx: VisitorContext,
  kind: AttemptKind,
  account: string,
): { key: string; limit: Limit; isOfAccount?: boolean }[] {
  const { ipAddress } = ctx.caller;
  const { address, account: ofAccount } = attemptLimits[kind];
  const site = ipv6SiteOf(ipAddress);
  return [
    { key: `${kind}:address:${subjectOf(ctx, networkOf(ipAddress))}`, limit: address },
    ...(site
      ? [
          {
            key: `${kind}:site:${subjectOf(ctx, site)}`,
            limit: { ...address, max: address.max * networksInSite },
          },
        ]
      : []),
    ...ofAccount.map((limit) => ({
      key: `${kind}:account:${subjectOf(ctx, account)}:${limit.windowSeconds}`,
      limit,
      isOfAccount: true,
    })),
  ];
}

/**
 * Counts one attempt for the address and for the account, whether the account exists or not. `account`
 * identifies it: an email, an id, or a known browser of the user. @throws DomainError `rate_limit.exceeded`
 * (429).
 */
export async function countAttempt(ctx: VisitorContext, kind: AttemptKind, account: string): Promise<void> {
  for (const { key, limit } of countersOf(ctx, kind, account)) await countHit(ctx, key, limit);
}

/**
 * As `countAttempt`, but returns the refusal of the account's counters, for a caller with another way in.
 * @throws DomainError `rate_limit.exceeded` (429) for the address only.
 */
export async function accountRefusal(
  ctx: VisitorContext,
  kind: AttemptKind,
  account: string,
): Promise<DomainError | undefined> {
  let refusal: DomainError | undefined;
  for (const { key, limit, isOfAccount } of countersOf(ctx, kind, account)) {
    await countHit(ctx, key, limit).catch((error: unknown) => {
      if (!isOfAccount || !(error instanceof DomainError)) throw error;
      refusal = error;
    });
  }
  return refusal;
}

/** Uncounts a successful attempt, so that only guessing is limited. */
export async function uncountAttempt(ctx: VisitorContext, kind: AttemptKind, account: string): Promise<void> {
  for (const { key, limit } of countersOf(ctx, kind, account)) await uncountHit(ctx, key, limit);
}

/**
 * Starts a pause for a subject, unless one is running. Returns the remaining seconds of a running one, else
 * 0. One row for all processes, so that two requests at once start it once.
 */
export async function startPause(
  services: Pick<Services, "db" | "clock" | "config">,
  kind: AttemptKind,
  account: string,
  seconds: number,
): Promise<number> {
  const now = services.clock.now();
  const key = `${kind}:pause:${subjectOf(services, account)}`;
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

const countKey = (services: Pick<Services, "config">, kind: AttemptKind, account: string) =>
  `${kind}:count:${subjectOf(services, account)}`;

/** Counts within a window that begins with the first count. Returns the count; refuses nothing. */
export async function countWithin(
  services: Pick<Services, "db" | "clock" | "config">,
  kind: AttemptKind,
  account: string,
  seconds: number,
): Promise<number> {
  const now = services.clock.now();
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const isOver = sql`${rateLimits.expiresAt} <= ${now.toISOString()}::timestamptz`;
  const [row] = await services.db.withSystem((tx) =>
    tx
      .insert(rateLimits)
      .values({ key: countKey(services, kind, account), hits: 1, expiresAt })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          hits: sql`case when ${isOver} then 1 else ${rateLimits.hits} + 1 end`,
          expiresAt: sql`case when ${isOver} then ${expiresAt.toISOString()}::timestamptz else ${rateLimits.expiresAt} end`,
        },
      })
      .returning({ hits: rateLimits.hits }),
  );
  return row?.hits ?? 1;
}

/** Resets the count. */
export async function resetCount(
  services: Pick<Services, "db" | "config">,
  kind: AttemptKind,
  account: string,
): Promise<void> {
  const key = countKey(services, kind, account);
  await services.db.withSystem((tx) => tx.delete(rateLimits).where(eq(rateLimits.key, key)));
}

const secondsLeft = (rows: { expiresAt: Date }[], now: Date) =>
  Math.max(0, Math.ceil(((rows[0]?.expiresAt.getTime() ?? 0) - now.getTime()) / 1000));
