import { perDatabase } from "#app/db/perDatabase.server.ts";
import type { Services } from "#app/platform/context.ts";
import { addHits, limitExceeded, secondsUntil, windowOf } from "./countHit.server.ts";

/** What this process may still use of one window without querying PostgreSQL. */
interface Share {
  windowKey: string;
  windowEnd: Date;
  left: number;
  /** The unreserved rest of all processes, as of the last reservation. */
  unreserved: number;
  isExhausted: boolean;
  reserving: Promise<void> | undefined;
}

const sharesOf = perDatabase(() => new Map<string, Share>());

interface SharedLimit {
  max: number;
  windowSeconds: number;
  /** Hits that a process reserves at once. */
  share: number;
}

/**
 * Counts one hit on `key` in a fixed window as `countHit` does, but reserves `share` hits at once: the
 * unused rest of a process's last share is lost to the others, and at most `max` hits are allowed together.
 * @throws DomainError `rate_limit.exceeded` (429) with the seconds to wait.
 */
export async function countHitInShare(
  services: Pick<Services, "db" | "clock">,
  key: string,
  limit: SharedLimit,
): Promise<{ remaining: number; resetSeconds: number }> {
  const now = services.clock.now();
  const share = shareOf(sharesOf(services.db), key, limit, now);
  const resetSeconds = secondsUntil(share.windowEnd, now);
  while (share.left === 0) {
    if (share.isExhausted) throw limitExceeded(resetSeconds);
    share.reserving ??= reserve(services, share, limit).finally(() => {
      share.reserving = undefined;
    });
    await share.reserving;
  }
  share.left -= 1;
  return { remaining: share.left + share.unreserved, resetSeconds };
}

function shareOf(shares: Map<string, Share>, key: string, limit: SharedLimit, now: Date): Share {
  const { windowEnd, windowKey } = windowOf(key, limit, now);
  const known = shares.get(key);
  if (known?.windowKey === windowKey) return known;
  shares.delete(key);
  // In creation order, so the oldest come first.
  for (const [other, { windowEnd: end }] of shares) {
    if (end > now) break;
    shares.delete(other);
  }
  const share = {
    windowKey,
    windowEnd,
    left: 0,
    unreserved: limit.max,
    isExhausted: false,
    reserving: undefined,
  };
  shares.set(key, share);
  return share;
}

async function reserve(services: Pick<Services, "db">, share: Share, limit: SharedLimit): Promise<void> {
  const hits = await addHits(services, share, limit.share);
  share.left = Math.max(0, Math.min(limit.share, limit.max - (hits - limit.share)));
  share.unreserved = Math.max(0, limit.max - hits);
  share.isExhausted = share.left === 0;
}
