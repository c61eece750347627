import { z } from "zod";
import { analyticsFiles } from "#app/domain/insights/analytics/export.ts";
import { getAnalytics } from "#app/domain/insights/analytics/queries.server.ts";
import { analyticsRange, analyticsTable } from "#app/domain/insights/analytics/schemas.ts";
import { readHealth } from "#app/domain/insights/health.server.ts";
import { endpoint, verb } from "../endpoint.ts";
import { csvDownload } from "./csvDownload.server.ts";

export const analytics = {
  "GET /analytics": verb("analytics.view", analyticsRange, getAnalytics),
  /** An organisation's analytics, also for staff. */
  "GET /health": endpoint({
    act: "whatsapp.viewDetails",
    input: z.object({}),
    run: async ({ ctx }) => readHealth({ services: ctx, input: { orgId: ctx.orgId } }),
  }),
  /** One of its tables as CSV. */
  "GET /analytics/file": endpoint({
    act: "analytics.export",
    input: analyticsRange.safeExtend({
      table: analyticsTable.optional().transform((given) => given ?? "days"),
    }),
    limit: { max: 60, windowSeconds: 60 },
    run: async ({ org, input }) => {
      const figures = await getAnalytics({ ctx: org, input });
      const { header, rows } = analyticsFiles[input.table](figures);
      async function* pages() {
        yield rows;
      }
      return csvDownload(
        `${input.table}-${input.from === "" ? input.period : `${input.from}-${input.to}`}.csv`,
        header,
        pages(),
      );
    },
  }),
};
