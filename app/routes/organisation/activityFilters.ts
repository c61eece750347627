import type { z } from "zod";
import { activityQuery, activityRange, activityRanges } from "#app/domain/insights/activity/schemas.ts";
import type { activityStatusFilters, activityTypeFilters } from "#app/domain/record/words.ts";

export interface ActivityFilters {
  type: (typeof activityTypeFilters)[number];
  status: (typeof activityStatusFilters)[number];
  range: z.output<typeof activityRange>;
}

/** The filters of the address; unknown values count as the default. */
export function readFilters(query: URLSearchParams): ActivityFilters {
  const { type, status } = activityQuery.shape;
  return {
    type: type.catch("all").parse(query.get("type") ?? undefined),
    status: status.catch("all").parse(query.get("status") ?? undefined),
    range: activityRange.parse(query.get("range")),
  };
}

/** The query of the call: `all` is left out, the range becomes a start and an end. */
export function callQuery({ type, status, range }: ActivityFilters, now = new Date()) {
  return {
    ...(type === "all" ? {} : { type }),
    ...(status === "all" ? {} : { status }),
    startDate: new Date(now.getTime() - activityRanges[range] * 86_400_000).toISOString(),
    endDate: now.toISOString(),
  };
}
