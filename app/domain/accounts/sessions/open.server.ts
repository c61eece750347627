import { and, gt, isNull, or, sql } from "drizzle-orm";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import type { Services } from "#app/platform/context.ts";

const moment = (name: string) => sql.placeholder(name);

/** The sessions that are neither revoked, nor expired, nor unused for too long. Its values are `openAt`. */
export const isOpenSession = and(
  isNull(sessions.revokedAt),
  gt(sessions.expiresAt, moment("now")),
  or(
    gt(sessions.seenAt, moment("usedSince")),
    and(sessions.remember, gt(sessions.seenAt, moment("rememberedUsedSince"))),
  ),
);

export function openAt({ clock, config }: Pick<Services, "clock" | "config">) {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { browser, remembered } = config.sessionIdleMs;
  return { now, usedSince: before(browser), rememberedUsedSince: before(remembered) };
}
