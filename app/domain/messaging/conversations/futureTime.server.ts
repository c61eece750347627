import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { fromZoneInput } from "#app/platform/time/zones.ts";
import { snoozeProblem } from "./snoozeTimes.ts";

/** A moment, or a time by the clocks of the organisation (`2026-11-27T08:00`). */
export type FutureTime = Date | string;

/** The moment, or why it can't be taken: it must be in the future, and within a year. */
export async function readFutureTime(
  tx: Tx,
  ctx: OrgContext,
  time: FutureTime,
): Promise<{ moment: Date } | { problem: "past" | "too_far" }> {
  const moment = typeof time === "string" ? fromZoneInput(time, await zoneOf(tx, ctx)) : time;
  const problem = moment === null ? "past" : snoozeProblem(moment, ctx.clock.now());
  return moment === null || problem !== null ? { problem: problem ?? "past" } : { moment };
}

/** The timezone of an organisation. */
export async function zoneOf(tx: Tx, { orgId }: OrgContext): Promise<string> {
  const [row] = await tx
    .select({ timezone: organisations.timezone })
    .from(organisations)
    .where(eq(organisations.id, orgId));
  return row!.timezone;
}
