import { activityPages, listActivity } from "#app/domain/insights/activity/queries.server.ts";
import { activityPageQuery, activityQuery } from "#app/domain/insights/activity/schemas.ts";
import { dayOf } from "#app/platform/calendar.ts";
import { csvDownload } from "#app/platform/csv.server.ts";
import { endpoint } from "../endpoint.ts";

const columns = [
  "id",
  "type",
  "status",
  "action",
  "details",
  "ipAddress",
  "userAgent",
  "timestamp",
  "actor",
] as const;

/** The activity log. */
export const activityLogs = {
  "GET /activity-logs": endpoint({
    who: "member",
    input: activityPageQuery,
    run: listActivity,
  }),
  "GET /activity-logs/export": endpoint({
    who: "member",
    input: activityQuery,
    run: async ({ ctx, input }) => {
      async function* rows() {
        for await (const logs of activityPages({ ctx, input }))
          yield logs.map((log) => columns.map((column) => log[column]));
      }
      return csvDownload(`activity_logs_${dayOf(ctx.clock.now())}.csv`, columns, rows());
    },
  }),
};
