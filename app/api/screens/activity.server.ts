import { activityPages, listActivity } from "#app/domain/insights/activity/queries.server.ts";
import { activityPageQuery, activityQuery } from "#app/domain/insights/activity/schemas.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { endpoint } from "../endpoint.ts";
import { csvDownload } from "./csvDownload.server.ts";

const columns = {
  id: m.files_id,
  type: m.files_activity_columns_type,
  status: m.files_activity_status,
  action: m.files_activity_action,
  details: m.files_activity_details,
  ipAddress: m.files_activity_columns_ip_address,
  userAgent: m.files_activity_columns_user_agent,
  timestamp: m.files_activity_columns_timestamp,
  actor: m.files_activity_columns_actor,
} as const;
const names = Object.keys(columns) as (keyof typeof columns)[];

/** The activity log. */
export const activityLogs = {
  "GET /activity-logs": endpoint({
    act: "activity.view",
    input: activityPageQuery,
    run: listActivity,
  }),
  "GET /activity-logs/export": endpoint({
    act: "activity.export",
    input: activityQuery,
    run: async ({ ctx, input }) => {
      async function* rows() {
        for await (const logs of activityPages({ ctx, input }))
          yield logs.map((log) => names.map((name) => log[name]));
      }
      return csvDownload(
        `activity_logs_${dayOf(ctx.clock.now())}.csv`,
        names.map((name) => columns[name]()),
        rows(),
      );
    },
  }),
};
