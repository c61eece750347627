import { eq, sql } from "drizzle-orm";
import { rateLimits } from "#app/db/schema/accounts/sessions.ts";
import { accountsError } from "#app/domain/accounts/errors.ts";
import type { Services } from "#app/platform/context.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";

/**
 * Counts one hit on `key` in a fixed window, shared by all processes, and returns what is left of it. @throws
 * DomainError `rate_limit.exceeded` (429) with the seconds to wait, beyond `max` hits.
 */
export async function countHit(
  services: Pick<Services, "db" | "clock">,
  key: string,
  limit: { max: number; windowSeconds: number },
): Promise<{ remaining: number; resetSeconds: number }> {
  const now = services.clock.now();
  const { windowEnd, windowKey } = windowOf(key, limit, now);
  const hits = await addHits(services, { windowKey, windowEnd }, 1);
  const resetSeconds = secondsUntil(windowEnd, now);
  if (hits > limit.max) throw limitExceeded(resetSeconds);
  return { remaining: limit.max - hits, resetSeconds };
}

/** Adds hits to a window, and returns its count. */
export async function addHits(
  services: Pick<Services, "db">,
  { windowKey, windowEnd }: { windowKey: string; windowEnd: Date },
  hits: number,
): Promise<number> {
  const { rows } = await services.db.system.query<{ hits: number }>({
    name: "take-from-limit",
    text: `insert into rate_limits as l (key, hits, expires_at) values ($1, $3, $2)
      on conflict (key) do update set hits = l.hits + excluded.hits returning hits`,
    values: [windowKey, windowEnd, hits],
  });
  return rows[0]!.hits;
}

export const secondsUntil = (windowEnd: Date, now: Date): number =>
  Math.max(1, Math.ceil((windowEnd.getTime() - now.getTime()) / 1000));

export const limitExceeded = (retryAfterSeconds: number) =>
  accountsError("rate_limit.exceeded", {
    values: { retryAfterSeconds: waitInWords(retryAfterSeconds) },
    retryAfterSeconds,
  });

function waitInWords(seconds: number): string {
  if (seconds < 90) return counted(m.counts_seconds, seconds);
  if (seconds <= 5400) return counted(m.counts_minutes, Math.ceil(seconds / 60));
  return counted(m.counts_hours, Math.ceil(seconds / 3600));
}

/** Uncounts one hit that was no misuse: a successful sign-in. */
export async function uncountHit(
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

export function windowOf(key: string, { windowSeconds }: { windowSeconds: number }, now: Date) {
  const windowMs = windowSeconds * 1000;
  const windowEnd = new Date((Math.floor(now.getTime() / windowMs) + 1) * windowMs);
  return { windowEnd, windowKey: `${key}:${windowEnd.getTime()}` };
}
