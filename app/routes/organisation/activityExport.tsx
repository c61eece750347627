import { href, redirect } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/activityExport";
import { callQuery, readFilters } from "./activityFilters.ts";

/** The matching entries, as the file `activity_logs_{date}.csv`; a failure redirects back with a toast. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const filters = readFilters(new URL(request.url).searchParams);
  try {
    return await context.get(apiContext).raw("GET /activity-logs/export", callQuery(filters));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return redirect(`${href("/activity")}?${new URLSearchParams({ ...filters })}`, {
      headers: withToast({ kind: "error", text: m.organisation_activity_export_failed() }),
    });
  }
}
