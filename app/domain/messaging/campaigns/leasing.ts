import { endOfQuiet, quietOf } from "./delivery.ts";

/** What decides when a campaign that is being sent may lease messages, and how many. Times are the database's. */
export interface Leasing {
  nextSequence: number;
  recipientCount: number;
  /** The running number up to which the messaging limit has capacity; null: unchecked. */
  limitThrough: number | null;
  paceGapSeconds: number | null;
  pacedMs: number | null;
  quietFrom: number | null;
  quietTo: number | null;
  quietZone: string | null;
  nowMs: number;
}

/** SQL: the columns of `Leasing` from campaign `c`. */
export const leasingColumns = `c.next_sequence as "nextSequence", c.recipient_count as "recipientCount", c.limit_through as "limitThrough",
  c.pace_gap_seconds as "paceGapSeconds", (extract(epoch from c.paced_at) * 1000)::float8 as "pacedMs",
  c.quiet_from as "quietFrom", c.quiet_to as "quietTo", c.quiet_zone as "quietZone", (extract(epoch from now()) * 1000)::float8 as "nowMs"`;

/** Quiet hours hold the campaign. It continues when they end, since only the clock is checked. */
export const isQuiet = (campaign: Leasing): boolean =>
  endOfQuiet(quietOf(campaign), new Date(campaign.nowMs)) !== null;

/** The last running number that may be leased at any pace. */
const throughOf = ({ recipientCount, limitThrough }: Leasing) =>
  Math.min(recipientCount, limitThrough ?? recipientCount);

/** Since when a pace allows messages that were not leased yet. What is older is lost, so that no burst follows a pause. */
const pacedSince = ({ pacedMs, nowMs }: Leasing, gapSeconds: number) =>
  Math.max(pacedMs ?? 0, nowMs - Math.max(60, gapSeconds) * 1000);

/** When the campaign may lease next: once a second with a pace, or as seldom as its messages leave; null when it has nothing to lease now. */
export function leasesAtMs(campaign: Leasing): number | null {
  const { nextSequence, paceGapSeconds: gap, nowMs } = campaign;
  if (nextSequence > throughOf(campaign) || isQuiet(campaign)) return null;
  return gap === null ? nowMs : pacedSince(campaign, gap) + Math.max(1, gap) * 1000;
}

/** The next range of running numbers, of at most `size`, and what it uses of the pace; null when nothing may be leased now. */
export function nextRange(
  campaign: Leasing,
  size: number,
): { from: number; to: number; pacedMs: number | null; more: boolean } | null {
  const leasesAt = leasesAtMs(campaign);
  if (leasesAt === null || leasesAt > campaign.nowMs) return null;
  const { nextSequence: from, paceGapSeconds: gap, nowMs } = campaign;
  const through = throughOf(campaign);
  if (gap === null) {
    const to = Math.min(through, from + size - 1);
    return { from, to, pacedMs: null, more: to < through };
  }
  const since = pacedSince(campaign, gap);
  const paced = Math.max(1, Math.floor((nowMs - since) / (gap * 1000)));
  const to = Math.min(through, from + Math.min(size, paced) - 1);
  return { from, to, pacedMs: since + (to - from + 1) * gap * 1000, more: false };
}
