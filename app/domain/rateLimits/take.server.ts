import { eq, sql } from "drizzle-orm";
import type { Services } from "#app/api/context.ts";
import { rateLimits } from "#app/db/schema/identity.ts";
import { countOf } from "#app/shared/counts.ts";
import { DomainError } from "#app/shared/errors.ts";

/**
 * Counts one hit on `key` in a fixed window, shared by all processes.
 * @throws DomainError `rate_limit.exceeded` (429) with the seconds to wait, beyond `max` hits.
 */
export async function takeFromLimit(
  services: Pick<Services, "db" | "clock">,
  key: string,
  limit: { max: number; windowSeconds: number },
): Promise<void> {
  const now = services.clock.now();
  const { windowEnd, windowKey } = windowOf(key, limit, now);
  const [row] = await services.db.withSystem((tx) =>
    tx
      .insert(rateLimits)
      .values({ key: windowKey, hits: 1, expiresAt: windowEnd })
      .onConflictDoUpdate({ target: rateLimits.key, set: { hits: sql`${rateLimits.hits} + 1` } })
      .returning({ hits: rateLimits.hits }),
  );
  if ((row?.hits ?? 0) > limit.max) {
    const retryAfterSeconds = Math.max(1, Math.ceil((windowEnd.getTime() - now.getTime()) / 1000));
    throw new DomainError(
      "too_many",
      "rate_limit.exceeded",
      `Too many attempts. Please wait ${retryAfterSeconds < 90 ? countOf(retryAfterSeconds, "second") : countOf(Math.ceil(retryAfterSeconds / 60), "minute")} and try again.`,
      { retryAfterSeconds },
    );
  }
}

/** Takes one hit back that turned out to be no misuse: a sign-in that was right. */
export async function giveBackToLimit(
  services: Pick<Services, "db" | "clock">,
  key: string,
  limit: { windowSeconds: number },
): Promise<void> {
  const { windowKey } = windowOf(key, limit, services.clock.now());
  await services.db.withSystem((tx) =>
    tx
      .update(rateLimits)
      .set({ hits: sql`greatest(${rateLimits.hits} - 1, 0)` })
      .where(eq(rateLimits.key, windowKey)),
  );
}

function windowOf(key: string, { windowSeconds }: { windowSeconds: number }, now: Date) {
  const windowMs = windowSeconds * 1000;
  const windowEnd = new Date((Math.floor(now.getTime() / windowMs) + 1) * windowMs);
  return { windowEnd, windowKey: `${key}:${windowEnd.getTime()}` };
}
