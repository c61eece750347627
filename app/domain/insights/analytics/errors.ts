import { errorsOf, invalid } from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const insightsError = errorsOf({
  "analytics.bad_range": invalid(m.errors_analytics_bad_range),
});
